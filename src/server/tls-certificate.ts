/** Generates a certificate for a test server, and the CA that signs it. Loaded on demand. */
import { DAY_MS } from '../base/duration.ts'
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { machineDates } from '../simulation/clock.ts'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
/** Clients refuse certificates that are valid for more than 398 days. */
const VALID_DAYS = 397

/** Generates a CA and a certificate for these names, as PEM. The key of the CA is not kept, so it can sign nothing else. */
export async function makeCertificate(names: readonly { readonly type: 'dns' | 'ip'; readonly value: string }[]) {
  const { subtle } = webcrypto
  cryptoProvider.set(webcrypto)
  const [caKeys, keys] = await Promise.all([newKeys(), newKeys()])
  const [notBefore, notAfter] = machineDates(-DAY_MS, VALID_DAYS * DAY_MS)
  const validity = { notBefore, notAfter, signingAlgorithm: ALGORITHM }
  const ca = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: 'CN=Understay test CA',
    keys: caKeys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  })
  const certificate = await X509CertificateGenerator.create({
    ...validity,
    subject: 'CN=Understay',
    issuer: ca.subject,
    publicKey: keys.publicKey,
    signingKey: caKeys.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([...names]),
    ],
  })
  const key = PemConverter.encode(await subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { key: `${key}\n`, cert: pem(certificate), ca: pem(ca) }
}

const pem = (certificate: X509Certificate): string => `${certificate.toString('pem')}\n`

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}
