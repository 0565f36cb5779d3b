import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { Program, runProgram, startProgram } from './program.ts'
import { runShared } from './shared-process.ts'

/** Another program that listens. */
async function another(answer: RequestListener, port = 0) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

test('waits for a server that starts later, and prints its address', async () => {
  const port = String(await freePort())
  let asked = (): void => undefined
  const isAsked = new Promise<void>((resolve) => (asked = resolve))
  const before = await another((_, answer) => void answer.writeHead(503).end(asked), Number(port))
  const waiting = new Program(['wait', '--port', port])
  await isAsked
  await before.close()
  expect(waiting.child.exitCode).toBeNull()
  const { program } = await startProgram(['--memory', '--port', port])
  expect(await waiting.exited).toEqual({ code: 0, signal: null })
  expect(waiting.out).toBe(`ready at http://127.0.0.1:${port}\n`)
  expect(waiting.err).toBe('')
  await program.stop()
})

test('takes the address from a flag or the environment, also with a sandbox', async () => {
  const { program, url } = await startProgram(['--memory'])
  expect(await runProgram(['wait', '--url', `${url}/`])).toEqual({ code: 0, out: `ready at ${url}\n`, err: '' })
  expect(await runShared(['wait', '--url', `${url}/@w1`])).toEqual({ code: 0, out: `ready at ${url}/@w1\n`, err: '' })
  const env = { UNDERSTAY_URL: url }
  expect((await runShared(['wait'], env)).out).toBe(`ready at ${url}\n`)
  const { code, err } = await runShared(['wait', '--timeout', '100ms', '--url', 'http://127.0.0.1:1'], env)
  expect([code, err]).toEqual([1, expect.stringContaining('http://127.0.0.1:1/_understay/ready')])
  await program.stop()
})

test('gives up after the timeout, and prints that nothing responded', async () => {
  const port = String(await freePort())
  const { code, out, err } = await runProgram(['wait', '--port', port, '--timeout', '2s'])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(
    new RegExp(
      `^not ready within 2 s: http://127\\.0\\.0\\.1:${port}/_understay/ready: .*ECONNREFUSED.*; start a server there, .* --url URL, .* --timeout\\n$`,
    ),
  )
})

test.each([
  [
    'an answer of another program',
    ((_, answer) => answer.writeHead(404).end()) satisfies RequestListener,
    '2s',
    /: HTTP 404: this is not Understay/,
  ],
  [
    'a server that is not ready',
    ((_, answer) => answer.writeHead(503).end()) satisfies RequestListener,
    '2s',
    /: it responds, but is not ready/,
  ],
  ['silence', (() => undefined) satisfies RequestListener, '400ms', /: no answer in time/],
])('gives up after the timeout, and prints the last response: %s', async (_name, answer, timeout, message) => {
  const other = await another(answer)
  const { code, err } = await runShared(['wait', '--url', other.url, '--timeout', timeout])
  await other.close()
  expect(code).toBe(1)
  expect(err).toMatch(message)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})

test('asks until the timeout, and once at its end', async () => {
  const times: number[] = []
  const other = await another((_, answer) => {
    times.push(Date.now())
    answer.writeHead(503).end()
  })
  await runProgram(['wait', '--url', other.url, '--timeout', '1200ms'])
  await other.close()
  // Pauses double from 50 ms on: the next one after 750 ms would end too late.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(850)
})

test.each([
  [['--timeout', 'soon'], /--timeout: "soon" is not a span such as 30s/],
  [['--timeout', '-1s'], /--timeout/],
  [['--url', 'understay:4010'], /--url: "understay:4010" is not an http or https address/],
  [['--tiemout', '1s'], /there is no flag --tiemout; did you mean --timeout\? understay wait --help lists the flags/],
])('refuses %j', async (args, message) => {
  const { code, err } = await runShared(['wait', ...args])
  expect(err).toMatch(message)
  expect(code).toBe(2)
})

test.each(['0.0.0.0', '::', '::0', '0'])('calls a server that listens on every address (%s) over loopback', async (host) => {
  const port = String(await freePort())
  const { code, err } = await runShared(['wait', '--host', host, '--port', port, '--timeout', '100ms'])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`http://127.0.0.1:${port}/_understay/ready`) })
})
