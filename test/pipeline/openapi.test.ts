import { expect, test } from 'vitest'
import { serverOf } from '../control-api/server-of.ts'

test.each(['control-openapi.json', 'openapi.json'])('%s names the long schemas that it has often', async (name) => {
  const times = new Map<string, number>()
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const text = JSON.stringify(value)
    if (text.length > 180 && ('type' in value || 'anyOf' in value)) times.set(text, (times.get(text) ?? 0) + 1)
    for (const inner of Object.values(value)) count(inner)
  }
  const { paths, components } = (await serverOf().ask('GET', `/_understay/${name}`)).body
  count([paths, components.schemas])
  expect([...times].filter(([, often]) => often > 20)).toEqual([])
})
