// Runs before the first paint so that a chosen theme never flashes the other one.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch { /* storage may be forbidden: the system's preference holds */ }
})();
