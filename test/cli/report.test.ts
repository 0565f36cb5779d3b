import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runReport } from '../../src/cli/report.ts'

/** A server that has a report in each format, and the paths that it was asked for. */
async function reporting() {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end(url.includes('format=md') ? '# passed' : '{"verdict":"passed"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://127.0.0.1:${port}` }
}

test.each([
  ['json', ['/_understay/report'], '{\n  "verdict": "passed"\n}\n'],
  ['md', ['/_understay/report', '/_understay/report?format=md'], '# passed\n'],
])('understay report --format %s asks for each format once', async (format, paths, text) => {
  const { asked, url } = await reporting()
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  expect(await runReport(['--url', url, '--format', format])).toBe(0)
  expect(asked.sort()).toEqual(paths)
  expect(written.mock.calls).toEqual([[text]])
})
