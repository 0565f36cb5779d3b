import { afterEach, describe, expect, test, vi } from 'vitest'
import { Progress } from '../../src/cli/progress.ts'
import { stream } from './stream.ts'

afterEach(() => void vi.unstubAllEnvs())

describe('progress', () => {
  test('is one line that changes on a terminal, and a line every ten seconds elsewhere', () => {
    vi.useFakeTimers({ now: 0 })
    vi.stubEnv('TERM', 'xterm')
    const [terminal, pipe] = [stream(30), stream()]
    const both = [new Progress(terminal), new Progress(pipe)]
    for (let second = 1; second <= 25; second++) {
      vi.setSystemTime(second * 1000)
      for (const one of both) one.show(() => `${second} of 25 requests sent, and no response differs`)
    }
    for (const one of both) one.clear()
    vi.useRealTimers()
    expect(pipe.written).toBe(
      '10 of 25 requests sent, and no response differs\n20 of 25 requests sent, and no response differs\n',
    )
    expect(terminal.written).toContain('\r\u001b[K7 of 25 requests sent, and no\r\u001b[K8 of 25')
    expect(terminal.written.endsWith('\r\u001b[K')).toBe(true)
  })
})
