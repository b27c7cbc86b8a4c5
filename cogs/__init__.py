"""Discord: commands, buttons, panels and languages."""
