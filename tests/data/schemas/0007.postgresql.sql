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

CREATE INDEX ix_accounts_rank ON accounts (guild_id, balance, user_id);

CREATE TABLE best_hands (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    has_computers BOOLEAN NOT NULL,
    fan BIGINT NOT NULL,
    at FLOAT NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_best_hands PRIMARY KEY (guild_id, user_id, has_computers)
);

CREATE TABLE changes (
    id BIGSERIAL NOT NULL,
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

CREATE INDEX ix_changes_guild ON changes (guild_id, id);

CREATE UNIQUE INDEX ix_changes_key ON changes (key);

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

CREATE TABLE journal (
    table_id VARCHAR(32) NOT NULL,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    CONSTRAINT pk_journal PRIMARY KEY (table_id, number)
);

CREATE TABLE movements (
    id BIGSERIAL NOT NULL,
    guild_id BIGINT NOT NULL,
    kind VARCHAR(16) NOT NULL,
    table_id VARCHAR(32),
    hand INTEGER,
    at FLOAT NOT NULL,
    key VARCHAR(96) DEFAULT '' NOT NULL,
    change_id BIGINT,
    CONSTRAINT pk_movements PRIMARY KEY (id)
);

CREATE INDEX ix_movements_change ON movements (change_id);

CREATE INDEX ix_movements_hand ON movements (table_id, hand);

CREATE UNIQUE INDEX ix_movements_key ON movements (key);

CREATE TABLE notes (
    kind VARCHAR(16) NOT NULL,
    owner_id BIGINT NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_notes PRIMARY KEY (kind, owner_id)
);

CREATE TABLE owner (
    id INTEGER NOT NULL,
    starts BIGINT NOT NULL,
    CONSTRAINT pk_owner PRIMARY KEY (id)
);

CREATE TABLE played_hands (
    table_id VARCHAR(32) NOT NULL,
    hand INTEGER NOT NULL,
    user_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    city VARCHAR(16) NOT NULL,
    at FLOAT NOT NULL,
    has_computers BOOLEAN NOT NULL,
    is_won BOOLEAN NOT NULL,
    is_self_drawn BOOLEAN NOT NULL,
    is_dealt_in BOOLEAN NOT NULL,
    fan BIGINT NOT NULL,
    coins BIGINT NOT NULL,
    kinds TEXT NOT NULL,
    CONSTRAINT pk_played_hands PRIMARY KEY (table_id, hand, user_id)
);

CREATE INDEX ix_played_hands_person ON played_hands (guild_id, user_id, at);

CREATE TABLE players (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    is_listed BOOLEAN NOT NULL,
    seen_at FLOAT NOT NULL,
    CONSTRAINT pk_players PRIMARY KEY (guild_id, user_id)
);

CREATE INDEX ix_players_listed ON players (guild_id, is_listed, user_id);

CREATE TABLE preferences (
    scope VARCHAR(16) NOT NULL,
    owner_id BIGINT NOT NULL,
    name VARCHAR(32) NOT NULL,
    value TEXT NOT NULL,
    CONSTRAINT pk_preferences PRIMARY KEY (scope, owner_id, name)
);

CREATE TABLE ratings (
    guild_id BIGINT NOT NULL,
    city VARCHAR(16) NOT NULL,
    user_id BIGINT NOT NULL,
    is_listed BOOLEAN NOT NULL,
    mu FLOAT NOT NULL,
    sigma FLOAT NOT NULL,
    hands BIGINT NOT NULL,
    shown BIGINT,
    CONSTRAINT pk_ratings PRIMARY KEY (guild_id, city, user_id)
);

CREATE INDEX ix_ratings_person ON ratings (user_id, guild_id);

CREATE INDEX ix_ratings_shown ON ratings (guild_id, city, is_listed, shown, user_id);

CREATE TABLE saved_tables (
    table_id VARCHAR(32) NOT NULL,
    body TEXT NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_saved_tables PRIMARY KEY (table_id)
);

CREATE TABLE seasons (
    guild_id BIGINT NOT NULL,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    started_at FLOAT NOT NULL,
    ended_at FLOAT,
    CONSTRAINT pk_seasons PRIMARY KEY (guild_id, number)
);

CREATE TABLE settlements (
    table_id VARCHAR(32) NOT NULL,
    hand INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_settlements PRIMARY KEY (table_id, hand)
);

CREATE TABLE shown_messages (
    table_id VARCHAR(32) NOT NULL,
    user_id BIGINT NOT NULL,
    body TEXT NOT NULL,
    CONSTRAINT pk_shown_messages PRIMARY KEY (table_id, user_id)
);

CREATE TABLE standings (
    guild_id BIGINT NOT NULL,
    span VARCHAR(16) NOT NULL,
    city VARCHAR(16) NOT NULL,
    user_id BIGINT NOT NULL,
    is_listed BOOLEAN NOT NULL,
    hands BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    self_draws BIGINT NOT NULL,
    deal_ins BIGINT NOT NULL,
    fan BIGINT NOT NULL,
    fan_won BIGINT NOT NULL,
    net BIGINT NOT NULL,
    older_hands BIGINT NOT NULL,
    older_wins BIGINT NOT NULL,
    streak BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    best_fan BIGINT,
    win_rate BIGINT,
    average BIGINT,
    deal_in_rate BIGINT,
    CONSTRAINT pk_standings PRIMARY KEY (guild_id, span, city, user_id)
);

CREATE INDEX ix_standings_average ON standings (guild_id, span, city, is_listed, average, user_id);

CREATE INDEX ix_standings_best_fan ON standings (guild_id, span, city, is_listed, best_fan, user_id);

CREATE INDEX ix_standings_deal_in_rate ON standings (guild_id, span, city, is_listed, deal_in_rate, user_id);

CREATE INDEX ix_standings_net ON standings (guild_id, span, city, is_listed, net, user_id);

CREATE INDEX ix_standings_person ON standings (user_id, guild_id);

CREATE INDEX ix_standings_win_rate ON standings (guild_id, span, city, is_listed, win_rate, user_id);

CREATE INDEX ix_standings_wins ON standings (guild_id, span, city, is_listed, wins, user_id);

CREATE TABLE win_kinds (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    has_computers BOOLEAN NOT NULL,
    kind VARCHAR(16) NOT NULL,
    wins BIGINT NOT NULL,
    CONSTRAINT pk_win_kinds PRIMARY KEY (guild_id, user_id, has_computers, kind)
);

CREATE TABLE entries (
    movement_id BIGINT NOT NULL,
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

CREATE TABLE matches (
    table_id VARCHAR(32) NOT NULL,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    started_at FLOAT NOT NULL,
    ended_at FLOAT,
    opening TEXT NOT NULL,
    closing TEXT,
    CONSTRAINT pk_matches PRIMARY KEY (table_id)
);

CREATE INDEX ix_matches_channel ON matches (channel_id, started_at);

CREATE TABLE match_people (
    table_id VARCHAR(32) NOT NULL,
    user_id BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    CONSTRAINT pk_match_people PRIMARY KEY (table_id, user_id)
);

CREATE INDEX ix_match_people_person ON match_people (user_id, guild_id);

CREATE TABLE hand_records (
    table_id VARCHAR(32) NOT NULL,
    hand INTEGER NOT NULL,
    guild_id BIGINT NOT NULL,
    at FLOAT NOT NULL,
    outcome VARCHAR(8) NOT NULL,
    people INTEGER NOT NULL,
    kinds TEXT NOT NULL,
    lines BYTEA,
    CONSTRAINT pk_hand_records PRIMARY KEY (table_id, hand)
);
