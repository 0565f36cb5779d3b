import { describe, expect, test } from 'vitest'
import type { Team } from '../../src/auth/teams.ts'
import { ControlRefusal } from '../../src/control-api/control-refusal.ts'
import { inTurn, readInTurn } from '../../src/control-api/turns.ts'
import type { SandboxTemplate, World } from '../../src/world/world.ts'

/** A world in which each scenario is read until it is told to end. */
function reading() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const fromUntrusted = (text: string) =>
    new Promise<SandboxTemplate>((resolve, reject) => {
      begun.push(text)
      ends.set(text, () => (text.startsWith('bad') ? reject(new Error(text)) : resolve({} as SandboxTemplate)))
    })
  const world = { templates: { fromUntrusted } } as unknown as World
  const send = (text: string, sandbox: string, team?: string) =>
    readInTurn(text, world, { request: { sandbox }, team: team === undefined ? undefined : ({ label: team } as Team) })
  const end = async (text: string) => {
    ends.get(text)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, send, end }
}

describe('sent scenarios are read', () => {
  test('one at a time for each sandbox: that of another begins before its second, also after an invalid one', async () => {
    const { begun, send, end } = reading()
    const sent = ['bad 1', 'a2', 'a3'].map((text) => send(text, 'a'))
    const other = send('b1', 'b')
    expect(begun).toEqual(['bad 1', 'b1'])
    await Promise.all([end('bad 1'), expect(sent[0]).rejects.toThrow('bad 1')])
    expect(begun).toEqual(['bad 1', 'b1', 'a2'])
    for (const text of ['a2', 'a3', 'b1']) await end(text)
    await Promise.all([...sent.slice(1), other])
    expect(begun).toEqual(['bad 1', 'b1', 'a2', 'a3'])
  })

  test('one at a time for each team, whatever the sandbox', async () => {
    const { begun, send, end } = reading()
    const sent = [send('1', 'x-a', 'x'), send('2', 'x-b', 'x'), send('3', 'y-a', 'y'), send('4', 'x-a')]
    expect(begun).toEqual(['1', '3', '4'])
    for (const text of ['1', '2', '3', '4']) await end(text)
    await Promise.all(sent)
    expect(begun).toEqual(['1', '3', '4', '2'])
  })

  test('and whatever else takes long waits for them, and they for it', async () => {
    const { begun, send, end } = reading()
    const first = send('1', 'a')
    const state = inTurn({ request: { sandbox: 'a' } }, async () => begun.push('state'))
    const second = send('2', 'a')
    expect(begun).toEqual(['1'])
    await end('1')
    await end('2')
    await Promise.all([first, state])
    expect(begun).toEqual(['1', 'state', '2'])
    await end('2')
    await second
  })

  test('up to 16 million characters at once; beyond that, 503 with Retry-After until there is room', async () => {
    const { begun, send, end } = reading()
    const texts = Array.from({ length: 8 }, (_, index) => `${index}`.padEnd(2 * 1024 * 1024))
    const sent = texts.map((text) => send(text, 'a'))
    const refused = await send('more', 'b').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ControlRefusal)
    expect(refused).toMatchObject({ status: 503, retryAfter: 5 })
    expect(begun).toHaveLength(1)
    await end(texts[0] ?? '')
    const taken = send('more', 'b')
    await end('more')
    await taken
    for (const text of texts.slice(1)) await end(text)
    await Promise.all(sent)
    expect(begun).toHaveLength(9)
  })
})
