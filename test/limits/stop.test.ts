import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { runProgram, startProgram } from '../process/program.ts'
import { shortestTime, timeOf } from './shortest-time.ts'

describe('the program', () => {
  test('exits within a second of SIGTERM', async () => {
    const stopping = async (): Promise<number> => {
      const { program, url } = await startProgram(['--memory'])
      expect((await fetch(`${url}/_understay/ready`)).status).toBe(200)
      return timeOf(() => program.stop())
    }
    expect(await shortestTime(stopping, { enough: 1000 })).toBeLessThan(1000)
  })

  test('exits within a second of SIGINT with a client in the middle of a body', async () => {
    const stopping = async (): Promise<number> => {
      const { program, url } = await startProgram(['--memory'])
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.write('POST /service/api/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\ngrant')
      socket.on('error', () => undefined)
      await fetch(`${url}/_understay/health`)
      return timeOf(async () => expect((await program.stop('SIGINT')).code).toBe(0))
    }
    expect(await shortestTime(stopping, { enough: 1000 })).toBeLessThan(1000)
  })
})

test('run says nothing of a helper that ends by itself a moment after its command', async () => {
  const { err } = await runProgram(['run', '--', 'sh', '-c', 'sleep 0.05 &'])
  expect(err).toMatch(/^understay: no call reached the server/)
})
