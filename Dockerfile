# One image for web servers, workers and migrations; compose.yaml says which is which.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 TAPETE_VAR=/var/lib/tapete
WORKDIR /app

COPY requirements/base.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/base.txt

COPY . .
# Compiling reads the settings, which want to know a database; none is opened.
RUN DATABASE_URL=postgresql:///none SECRET_KEY=none python manage.py messages --compile \
    && useradd --system --home-dir /var/lib/tapete --create-home tapete
USER tapete

EXPOSE 8000
CMD ["python", "manage.py", "serve", "--bind", "0.0.0.0", "--no-worker", "--no-migrate"]
