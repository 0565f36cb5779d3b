/** HTTPS: the certificate of the server, and the files that make clients trust it. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import { isIP } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { orThrow } from '../base/caught-error.ts'
import { isoInstant } from '../base/instant.ts'
import { readProblem } from '../base/read-problem.ts'
import { UserError } from '../base/user-error.ts'
import type { Config } from '../config/config.ts'
import { certificateInstant, realNow } from '../simulation/clock.ts'
import type { Log } from '../world/world.ts'

/** The CA generated for one server. */
export interface MadeCa {
  /** Its certificate as a PEM file. */
  readonly file: string
  /**
   * Environment variables that make Node, OpenSSL, Python's requests and curl trust the CA. All but the first replace the CAs
   * of the machine, so they name a file that also contains those.
   */
  readonly variables: Readonly<Record<string, string>>
}

export type Tls = ReturnType<typeof tlsOf>

/** A certificate or a key that cannot be used. */
export class TlsError extends UserError {
  override readonly name = 'TlsError'
  override readonly exitCode = 2
}

/** CA bundles of Debian and Alpine, Red Hat, SUSE, macOS and BSD. */
const SYSTEM_BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/**
 * Loads or generates the certificate.
 *
 * @throws TlsError naming the file and the problem
 */
export async function openTls(settings: Pick<Config, 'host' | 'tlsCert' | 'tlsKey'>, log: Log): Promise<Tls> {
  const { tlsCert, tlsKey, host } = settings
  if (tlsCert !== undefined && tlsKey !== undefined) return tlsOfFiles(tlsCert, tlsKey, log)
  if (tlsCert !== undefined) throw new TlsError('--tls-cert needs the key of the certificate: add --tls-key FILE')
  if (tlsKey !== undefined) throw new TlsError('--tls-key needs the certificate of the key: add --tls-cert FILE')
  const { makeCertificate } = await import('./tls-certificate.ts')
  const { key, cert, ca } = await makeCertificate(namesOf(host).map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value })))
  const trusted = `${systemCas()}\n${ca}`
  const [folder, file, bundle] = orThrow(
    TlsError,
    `--tls cannot write its CA to ${tmpdir()}; name another folder with TMPDIR`,
    () => {
      const made = mkdtempSync(join(tmpdir(), 'understay-tls-'))
      const paths = [made, join(made, 'ca.pem'), join(made, 'bundle.pem')] as const
      writeFileSync(paths[1], ca)
      writeFileSync(paths[2], trusted)
      return paths
    },
  )
  const variables = { NODE_EXTRA_CA_CERTS: file, SSL_CERT_FILE: bundle, REQUESTS_CA_BUNDLE: bundle, CURL_CA_BUNDLE: bundle }
  return tlsOf({ key, cert }, { file, variables }, () => rmSync(folder, { recursive: true, force: true }))
}

/** @param ca undefined when the certificate was configured @param close removes the files of the CA */
const tlsOf = (pair: { readonly key: string; readonly cert: string }, ca: MadeCa | undefined, close: () => void) => ({
  ca,
  createServer: (options: ServerOptions, answer: RequestListener): Server => createServer({ ...options, ...pair }, answer),
  close,
})

function namesOf(host: string | undefined): readonly string[] {
  const own =
    host === undefined || host === '0.0.0.0' || host === '::' ? [hostname(), 'understay', 'host.docker.internal'] : [host]
  return [...new Set(['localhost', '127.0.0.1', '::1', ...own])]
}

function tlsOfFiles(certFile: string, keyFile: string, log: Log): Tls {
  const cert = readText(certFile, '--tls-cert')
  const key = readText(keyFile, '--tls-key')
  const certificate = parsed(certFile, 'certificate', () => new X509Certificate(cert))
  const privateKey = parsed(keyFile, 'private key without a passphrase', () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(privateKey)) throw new TlsError(`${keyFile} is not the key of the certificate ${certFile}`)
  const [from, to] = [certificateInstant(certificate.validFrom), certificateInstant(certificate.validTo)]
  if (to < realNow()) log.warn(`--tls-cert: ${certFile} expired at ${isoInstant(to)}: clients refuse it`)
  if (from > realNow()) log.warn(`--tls-cert: ${certFile} is not valid before ${isoInstant(from)}: clients refuse it`)
  return tlsOf({ key, cert }, undefined, () => undefined)
}

function readText(file: string, flag: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new TlsError(`${flag}: ${file}: ${readProblem(error)}`)
  }
}

function parsed<T>(file: string, what: string, parse: () => T): T {
  try {
    return parse()
  } catch {
    throw new TlsError(`${file} is not a ${what} in PEM`)
  }
}

/** The CAs that this machine trusts; the bundled ones of Node when the system has no CA file. */
function systemCas(): string {
  const file = [process.env['SSL_CERT_FILE'], ...SYSTEM_BUNDLES].find((path) => path !== undefined && existsSync(path))
  return file === undefined ? rootCertificates.join('\n') : readFileSync(file, 'utf8')
}
