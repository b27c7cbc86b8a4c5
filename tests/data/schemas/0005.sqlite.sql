CREATE TABLE accounts (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    balance BIGINT NOT NULL,
    held BIGINT NOT NULL,
    hands INTEGER NOT NULL,
    hands_won INTEGER NOT NULL,
    computer_hands INTEGER NOT NULL,
    computer_hands_won INTEGER NOT NULL,
    opened_at FLOAT NOT NULL,
    daily_day INTEGER,
    daily_streak INTEGER DEFAULT '0' NOT NULL,
    relief_day INTEGER,
    CONSTRAINT pk_accounts PRIMARY KEY (guild_id, user_id),
    CONSTRAINT ck_accounts_held CHECK (held >= 0)
);

CREATE INDEX ix_accounts_rank ON accounts (guild_id, balance);

CREATE TABLE movements (
    id INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    kind VARCHAR(16) NOT NULL,
    table_id VARCHAR(32),
    hand INTEGER,
    at FLOAT NOT NULL,
    key VARCHAR(96) DEFAULT '' NOT NULL,
    change_id BIGINT,
    CONSTRAINT pk_movements PRIMARY KEY (id)
);

CREATE UNIQUE INDEX ix_movements_key ON movements (key);

CREATE INDEX ix_movements_change ON movements (change_id);

CREATE INDEX ix_movements_hand ON movements (table_id, hand);

CREATE TABLE settlements (
    table_id VARCHAR(32) NOT NULL,
    hand INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_settlements PRIMARY KEY (table_id, hand)
);

CREATE TABLE saved_tables (
    table_id VARCHAR(32) NOT NULL,
    body TEXT NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_saved_tables PRIMARY KEY (table_id)
);

CREATE TABLE journal (
    table_id VARCHAR(32) NOT NULL,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    CONSTRAINT pk_journal PRIMARY KEY (table_id, number)
);

CREATE TABLE shown_messages (
    table_id VARCHAR(32) NOT NULL,
    user_id BIGINT NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_shown_messages PRIMARY KEY (table_id, user_id)
);

CREATE TABLE entries (
    movement_id INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    CONSTRAINT pk_entries PRIMARY KEY (movement_id, user_id),
    CONSTRAINT fk_entries_guild_id FOREIGN KEY(guild_id, user_id) REFERENCES accounts (guild_id, user_id),
    CONSTRAINT fk_entries_movement_id FOREIGN KEY(movement_id) REFERENCES movements (id)
);

CREATE INDEX ix_entries_account ON entries (guild_id, user_id);

CREATE TABLE holds (
    table_id VARCHAR(32) NOT NULL,
    hand INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    amount BIGINT NOT NULL,
    CONSTRAINT pk_holds PRIMARY KEY (table_id, hand, user_id),
    CONSTRAINT fk_holds_guild_id FOREIGN KEY(guild_id, user_id) REFERENCES accounts (guild_id, user_id),
    CONSTRAINT ck_holds_amount CHECK (amount >= 0)
);
CREATE TABLE owner (
    id INTEGER NOT NULL,
    starts BIGINT NOT NULL,
    CONSTRAINT pk_owner PRIMARY KEY (id)
);

CREATE TABLE preferences (
    scope VARCHAR(16) NOT NULL,
    owner_id BIGINT NOT NULL,
    name VARCHAR(32) NOT NULL,
    value TEXT NOT NULL,
    CONSTRAINT pk_preferences PRIMARY KEY (scope, owner_id, name)
);

CREATE TABLE notes (
    kind VARCHAR(16) NOT NULL,
    owner_id BIGINT NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_notes PRIMARY KEY (kind, owner_id)
);

CREATE TABLE changes (
    id INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    key VARCHAR(96) NOT NULL,
    kind VARCHAR(16) NOT NULL,
    actor_id BIGINT NOT NULL,
    user_id BIGINT,
    amount BIGINT NOT NULL,
    reason TEXT NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_changes PRIMARY KEY (id)
);

CREATE UNIQUE INDEX ix_changes_key ON changes (key);

CREATE INDEX ix_changes_guild ON changes (guild_id, id);

CREATE TABLE flows (
    guild_id BIGINT NOT NULL,
    low_id BIGINT NOT NULL,
    high_id BIGINT NOT NULL,
    together INTEGER NOT NULL,
    hands INTEGER NOT NULL,
    to_low BIGINT NOT NULL,
    to_high BIGINT NOT NULL,
    squares FLOAT NOT NULL,
    CONSTRAINT pk_flows PRIMARY KEY (guild_id, low_id, high_id)
);
