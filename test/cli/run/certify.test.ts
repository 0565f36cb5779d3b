import { expect, onTestFinished, test, vi } from 'vitest'

test('a signal that comes while a server starts ends certify without the command', async () => {
  vi.resetModules()
  const started = vi.fn()
  vi.doMock('../../../src/cli/start/start.ts', async (original) => {
    const actual = await original<typeof import('../../../src/cli/start/start.ts')>()
    const startFor: typeof actual.startFor = async (...args) => {
      const server = await actual.startFor(...args)
      process.emit('SIGINT', 'SIGINT')
      return server
    }
    return { ...actual, startFor }
  })
  vi.doMock('../../../src/cli/command.ts', () => ({
    runCommand: async () => {
      started()
      return { code: 0, leftProcesses: false }
    },
  }))
  onTestFinished(() => {
    vi.doUnmock('../../../src/cli/start/start.ts')
    vi.doUnmock('../../../src/cli/command.ts')
    vi.resetModules()
  })
  const { runCertify } = await import('../../../src/cli/run/certify.ts')
  expect(await runCertify(['--only', 'rate-limited', '--', 'true'])).toBe(130)
  expect(started).not.toHaveBeenCalled()
})

test('the progress names what is played, and nothing while a server starts or a report is written', async () => {
  const { progressText } = await import('../../../src/cli/run/certify.ts')
  const plan = { scenarios: [] }
  expect(progressText(2, plan, new Map([['rate-limited', Date.now()]]))).toBe(
    '2 of 0 scenarios ended; playing rate-limited (0 s)',
  )
  expect(progressText(2, plan, new Map())).toBe('2 of 0 scenarios ended')
})
