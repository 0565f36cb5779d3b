/**
 * nginx with the configuration of `deploy`.
 *
 * @module
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'

/** Why nginx cannot run; undefined where it can. */
export const NO_NGINX = whyNot()

function whyNot(): string | undefined {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'pipe' })
    return undefined
  } catch {
    return 'no nginx is installed here'
  }
}

/** Starts nginx with the addresses of the replicas in place of the hosts of `packaging/deploy/nginx.conf`. @returns its URL */
export async function startNginx(replicas: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'understay-nginx-'))
  const port = await freePort()
  let hosts = 0
  const config = readFileSync('packaging/deploy/nginx.conf', 'utf8')
    .replaceAll(/understay-\d:4010/g, () => new URL(replicas[hosts++] ?? '').host)
    .replace('listen 4010;', `listen 127.0.0.1:${port};`)
    .replaceAll(/(\s)\/tmp\//g, `$1${folder}/`)
  expect(hosts).toBe(replicas.length)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, config)
  const nginx: ChildProcess = spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => nginx.once('exit', resolve))
  onTestFinished(async () => {
    nginx.kill('SIGQUIT')
    setTimeout(() => nginx.kill('SIGTERM'), 500).unref()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await until(() =>
    fetch(`${url}/_understay/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return url
}
