/** The address of the database: `postgres://user:password@host:5432/database?sslmode=verify-full`. */
import { suggestion } from '../../base/spelling.ts'
import { DatabaseError } from './database-error.ts'

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
/** Parameters that the driver reads. Time-outs are not among them: the replicas need their own. */
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat', 'host', 'port', 'options']

/**
 * Checks an address.
 *
 * @returns the address without password and parameters, for messages
 * @throws DatabaseError naming what is wrong: no address, an unknown parameter or `sslmode`
 */
export function checkAddress(address: string): string {
  if (!URL.canParse(address) || hasPasswordInPath(address))
    throw new DatabaseError(
      `${masked(address)} is not the address of a database, such as postgres://user:password@host:5432/database; special characters of a password are percent-encoded, and a port is at most 65535`,
    )
  const url = new URL(address)
  for (const [name, value] of url.searchParams) checkParameter(name, value)
  url.password = ''
  url.search = ''
  return url.href
}

/** A password that is not percent-encoded may contain any character: all between the user and the last @ is masked. */
const masked = (address: string): string => address.replace(/^([^:]*:\/\/[^:@]*|\/\/[^:@]*):.*@/s, '$1:***@')

/** `postgres://ann:12/3@host` is the host `ann` with the port 12 for a URL. */
const hasPasswordInPath = (address: string): boolean => address.includes('@') && new URL(address).username === ''

function checkParameter(name: string, value: string): void {
  if (!PARAMETERS.includes(name))
    throw new DatabaseError(
      `--store: there is no parameter "${name}"${suggestion(name, PARAMETERS)}; there are ${PARAMETERS.join(', ')}`,
    )
  if (name === 'sslmode' && !SSL_MODES.includes(value))
    throw new DatabaseError(
      `--store: there is no sslmode "${value}"${suggestion(value, SSL_MODES)}; there are ${SSL_MODES.join(', ')}`,
    )
}
