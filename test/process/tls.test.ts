import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeCertificate } from '../../src/server/tls-certificate.ts'
import { newFolder, runProgram, startProgram } from './program.ts'
import { runShared } from './shared-process.ts'

/** The answer of an address to a client that trusts one CA. */
const ask = (url: string, ca: string): Promise<{ readonly status: number | undefined; readonly text: string }> =>
  new Promise((resolve, reject) => {
    request(url, { ca }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode, text }))
    })
      .once('error', reject)
      .end()
  })

const SHOW = `
const { readFileSync } = require('node:fs')
const { UNDERSTAY_URL, NODE_EXTRA_CA_CERTS, SSL_CERT_FILE, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE } = process.env
fetch(UNDERSTAY_URL + '/service/api/properties/all').then((answer) => {
  const bundle = readFileSync(SSL_CERT_FILE, 'utf8')
  console.log(JSON.stringify({
    url: UNDERSTAY_URL, status: answer.status, file: NODE_EXTRA_CA_CERTS,
    same: new Set([SSL_CERT_FILE, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE]).size,
    cas: bundle.split('BEGIN CERTIFICATE').length - 1, own: bundle.includes(readFileSync(NODE_EXTRA_CA_CERTS, 'utf8')),
  }))
})
`

describe('a generated certificate', () => {
  test('is trusted by the command of a run, besides the CAs of the machine', async () => {
    const { out } = await runProgram(['run', '--tls', '--', process.execPath, '-e', SHOW], { SSL_CERT_FILE: '' })
    const seen = JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '{}')
    expect(seen).toMatchObject({ url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:/), status: 401, same: 1, own: true })
    expect(seen.cas).toBeGreaterThan(Math.min(20, rootCertificates.length))
    expect(existsSync(dirname(seen.file))).toBe(false)
  })

  test('is used for links in responses, health and wait; the log names the file of its CA', async () => {
    const { program, url } = await startProgram(['--memory', '--tls', '--control', 'open'])
    const file = await program.printed(/"ca":"([^"]+)"/)
    const ca = readFileSync(file, 'utf8')
    const sandboxes = await ask(`${url.replace('127.0.0.1', 'localhost')}/_understay/sandboxes`, ca)
    expect(sandboxes.text).toMatch(/"https:\/\/localhost:\d+/)
    await expect(ask(url, rootCertificates.join('\n'))).rejects.toThrow(/certificate/)
    const { port } = new URL(url)
    expect(await runShared(['health', '--tls', '--port', port])).toMatchObject({ code: 0 })
    expect(await runProgram(['wait', '--url', url, '--timeout', '2s'])).toMatchObject({ code: 0 })
    await program.stop()
    expect(existsSync(dirname(file))).toBe(false)
  })

  test.each([['report'], ['snapshot', 'save', 'never-written.json']])(
    'is refused by %s without its CA, with what to do',
    async (...verb) => {
      const { program, url } = await startProgram(['--memory', '--tls'])
      const file = await program.printed(/"ca":"([^"]+)"/)
      const untrusted = await runProgram([...verb, '--url', url])
      expect(untrusted).toMatchObject({
        code: 1,
        err: expect.stringMatching(/certificate; name the file of its CA in the variable NODE_EXTRA_CA_CERTS\n$/),
      })
      if (verb[0] === 'report')
        expect(await runProgram(['report', '--url', url], { NODE_EXTRA_CA_CERTS: file })).toMatchObject({ err: '' })
      await program.stop()
    },
  )
})

test('a generated certificate without a folder for its CA is refused with what to do', async () => {
  const { code, err } = await runProgram(['start', '--memory', '--port', '0', '--tls'], { TMPDIR: '/nowhere' })
  expect([code, err]).toEqual([2, expect.stringMatching(/^understay: --tls cannot write .* \/nowhere; .* TMPDIR: ENOENT.*\n$/)])
})

describe('a configured certificate', () => {
  const folder = newFolder()
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  let made: Awaited<ReturnType<typeof makeCertificate>>
  let flags: readonly string[] = []
  beforeAll(async () => {
    made = await makeCertificate([{ type: 'ip', value: '127.0.0.1' }])
    flags = ['--tls-cert', file('cert.pem', made.cert), '--tls-key', file('key.pem', made.key)]
  })

  test('is presented to clients', async () => {
    const { program, url } = await startProgram(['--memory', ...flags])
    expect(await ask(`${url}/_understay/ready`, made.ca)).toMatchObject({ status: 200 })
    await program.stop()
  })

  test.each([
    ['without its key', () => flags.slice(0, 2), /--tls-cert needs the key of the certificate: add --tls-key FILE/],
    ['a key alone', () => flags.slice(2), /--tls-key needs the certificate of the key: add --tls-cert FILE/],
    [
      'a file that is not there',
      () => ['--tls-cert', 'nowhere.pem', ...flags.slice(2)],
      /--tls-cert: nowhere.pem: there is no such file/,
    ],
    [
      'a file of something else',
      () => ['--tls-cert', file('other.pem', 'text'), ...flags.slice(2)],
      /other.pem is not a certificate in PEM/,
    ],
  ])('is refused when it is %s', async (_, args, problem) => {
    expect(await runShared(['start', '--memory', '--port', '0', ...args()])).toMatchObject({
      code: 2,
      err: expect.stringMatching(problem),
    })
  })

  test.each([
    ['2020-01-02T00:00:00.000Z', 'expired at 2021-02-02T00:00:00.000Z'],
    ['2090-01-02T00:00:00.000Z', 'is not valid before 2090-01-01T00:00:00.000Z'],
  ])('that was made on %s starts with a warning', async (madeAt, problem) => {
    vi.useFakeTimers({ now: new Date(madeAt), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { cert, key } = await makeCertificate([{ type: 'ip', value: '127.0.0.1' }])
    vi.useRealTimers()
    const certFile = file('untimely.pem', cert)
    const { program } = await startProgram(['--memory', '--tls-cert', certFile, '--tls-key', file('untimely-key.pem', key)])
    await program.stop()
    expect(program.out).toContain(`"level":"warn","msg":"--tls-cert: ${certFile} ${problem}: clients refuse it"`)
    expect(program.out.match(/"level":"warn"/g)).toHaveLength(1)
  })

  test('is refused with the key of another one', async () => {
    const other = await makeCertificate([{ type: 'dns', value: 'localhost' }])
    const args = ['--tls-cert', join(folder, 'cert.pem'), '--tls-key', file('other-key.pem', other.key)]
    const { code, err } = await runShared(['start', '--memory', '--port', '0', ...args])
    expect([code, err]).toEqual([2, expect.stringMatching(/other-key.pem is not the key of the certificate/)])
  })
})
