/** The queries about sandboxes: owners and names. */
import { LOCK_CLASS } from './database-schema.ts'
import { IS_EMPTY } from './membership.ts'

/** Takes over a sandbox without a running owner in one statement, after changes in progress there; no row where another replica owns it. */
export const TAKE = `
  INSERT INTO understay.sandboxes AS s (name, owner, epoch) VALUES ($1, $2, 1)
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, epoch = s.epoch + 1
  WHERE s.owner IS NULL OR s.owner = excluded.owner OR pg_try_advisory_xact_lock_shared(${LOCK_CLASS}, s.owner)
  RETURNING id, name, epoch, owner, template`

/** The names of all sandboxes, or of those that begin with one of the prefixes. */
export const LIST = `
  SELECT name FROM understay.sandboxes AS s
  WHERE (owner IS NOT NULL OR NOT (${IS_EMPTY}))
    AND ($1::text[] IS NULL OR EXISTS (SELECT FROM unnest($1::text[]) AS prefix WHERE starts_with(name, prefix)))`

/** Sandboxes in which something is due, and those of ended replicas, which may have due work. */
export const DUE = `
  SELECT name FROM understay.sandboxes
  WHERE (owner IS NULL AND due_at <= extract(epoch FROM now()) * 1000) OR (owner <> ALL ($1::integer[]))
  ORDER BY random() LIMIT 20`
