# The bot, run as an ordinary user; what must outlive the container lies in /data.
FROM python:3.13-slim-bookworm

ENV PYTHONUNBUFFERED=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/mahjong.db \
    LOG_FORMAT=json \
    METRICS_PORT=9100

RUN useradd --create-home --uid 10001 mahjong \
    && install --directory --owner mahjong --group mahjong /data

WORKDIR /app
COPY requirements.lock .
RUN pip install --require-hashes --requirement requirements.lock
COPY bot.py compiled.py ./
COPY engine engine
COPY host host
COPY render render
COPY cogs cogs
COPY sandbox sandbox
COPY assets assets
# Compiled once, so that starting does not write into the image.
RUN python -m compileall -q .

USER mahjong
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["python", "bot.py", "health"]
ENTRYPOINT ["python", "bot.py"]
