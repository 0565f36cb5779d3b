/**
 * The tables, their version, and the migrations.
 *
 * Migrations only add: the previous version of the program runs on the new schema, so that replicas can be replaced one by one.
 */
import type { ClientBase } from 'pg'
import { DatabaseError } from './database-error.ts'

/** The first key of all advisory locks; the second is the id of a replica, or 0 for migrations. */
export const LOCK_CLASS = 1_970_168_947

/**
 * The statements of each migration; the first creates version 1.
 *
 * Rows have no foreign key, because its check takes a third of the time of a write; a trigger deletes those of a deleted sandbox.
 * Most writes update a row in place: the free space on each page saves the index. Compressing values takes longer than storing them.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE understay.replicas (
     id integer PRIMARY KEY,
     address text NOT NULL,
     draining boolean NOT NULL DEFAULT false
   );
   CREATE SEQUENCE understay.replica_ids AS integer;
   CREATE TABLE understay.templates (
     hash text PRIMARY KEY,
     rows text NOT NULL,
     made timestamptz NOT NULL DEFAULT now()
   );
   CREATE TABLE understay.sandboxes (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     name text NOT NULL UNIQUE,
     owner integer,
     epoch bigint NOT NULL,
     template text REFERENCES understay.templates,
     due_at bigint
   );
   CREATE INDEX ON understay.sandboxes (template);
   CREATE INDEX ON understay.sandboxes (owner);
   CREATE INDEX ON understay.sandboxes (due_at) WHERE due_at IS NOT NULL;
   CREATE TABLE understay.rows (
     sandbox bigint NOT NULL,
     key text COLLATE "C" NOT NULL,
     position bigint NOT NULL,
     value text NOT NULL,
     PRIMARY KEY (sandbox, key)
   ) WITH (fillfactor = 80);
   ALTER TABLE understay.rows ALTER COLUMN value SET STORAGE EXTERNAL;
   COMMENT ON COLUMN understay.rows.key IS 'a collection and the id of a row, such as: bookings 12; calls are in journal';
   COMMENT ON COLUMN understay.rows.value IS 'JSON; null for a row of the template that is removed';
   CREATE FUNCTION understay.delete_rows() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       DELETE FROM understay.rows WHERE sandbox = OLD.id;
       RETURN NULL;
     END $$;
   CREATE TRIGGER delete_rows AFTER DELETE ON understay.sandboxes
     FOR EACH ROW EXECUTE FUNCTION understay.delete_rows();
   CREATE TABLE understay.snapshots (
     sandbox bigint NOT NULL REFERENCES understay.sandboxes ON DELETE CASCADE,
     name text NOT NULL,
     taken bigint NOT NULL,
     template text REFERENCES understay.templates,
     rows text NOT NULL,
     PRIMARY KEY (sandbox, name)
   );
   CREATE INDEX ON understay.snapshots (template);`,
]

/**
 * Migrates the schema to the version of this program, one replica at a time.
 *
 * @param client is ended afterwards, which takes back a migration that has failed
 * @returns the secret by which replicas recognise each other
 * @throws DatabaseError when program and schema are two versions apart
 */
export async function migrate(client: ClientBase, migrations: readonly string[] = MIGRATIONS): Promise<string> {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1, 0)', [LOCK_CLASS])
  const { version, secret } = await readVersion(client)
  requireCompatible(version, migrations.length)
  for (const statements of migrations.slice(version)) await client.query(statements)
  if (version < migrations.length) await client.query('UPDATE understay.schema_version SET version = $1', [migrations.length])
  await client.query('COMMIT')
  return secret
}

async function readVersion(client: ClientBase): Promise<{ readonly version: number; readonly secret: string }> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('understay.schema_version') IS NOT NULL AS there`)
  if (!rows[0]?.there)
    await client.query(
      `CREATE SCHEMA IF NOT EXISTS understay;
       CREATE TABLE understay.schema_version (version integer NOT NULL, secret text NOT NULL);
       INSERT INTO understay.schema_version VALUES (0, gen_random_uuid()::text)`,
    )
  const { rows: versions } = await client.query<{ version: number; secret: string }>(
    'SELECT version, secret FROM understay.schema_version',
  )
  const [only] = versions
  if (!only)
    throw new DatabaseError('the table understay.schema_version is empty; restore the database, or drop the schema understay')
  return only
}

/** @throws DatabaseError when program and schema are two or more versions apart */
function requireCompatible(found: number, own: number): void {
  if (found > own + 1)
    throw new DatabaseError(
      `the database has schema version ${found}, and this program knows ${own}: it runs on ${own + 1} at most; start a newer version`,
    )
  if (found > 0 && found < own - 1)
    throw new DatabaseError(
      `the database has schema version ${found}, and this program needs ${own}: start the version with ${found + 1} first, then go on one by one`,
    )
}
