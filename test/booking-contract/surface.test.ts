import { describe, expect, test } from 'vitest'
import { spellings } from '../../src/api/matcher.ts'
import { boundOperations } from '../../src/booking-api/handlers/index.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { INTERFACE } from './interface.ts'
import { NOT_BOUND } from './not-bound.ts'

const shape = (path: string): string => path.replace(/<[^>]+>|\{[^}]+\}/g, '*')
const bound = boundOperations()
const declared = new Map(OPERATIONS.map((operation) => [operation.id, operation]))

describe('the surface', () => {
  test('the interface document has 82 endpoints with unique ids', () => {
    expect(INTERFACE.filter(([, , , origin]) => origin === 'spec')).toHaveLength(82)
    expect(new Set(INTERFACE.map(([id]) => id)).size).toBe(INTERFACE.length)
  })

  test.each(INTERFACE.filter(([id]) => !NOT_BOUND.has(id)))('%s is declared and bound', (id, method, path) => {
    const operation = declared.get(id)
    expect(operation?.method.toUpperCase()).toBe(method)
    expect(spellings(operation?.path ?? '').map(shape)).toContain(shape(path))
    expect(bound.has(id)).toBe(true)
  })

  test('no existing operation is listed as missing', () => {
    expect([...NOT_BOUND].filter((id) => bound.has(id))).toEqual([])
  })

  test('all declared and bound operations are in the interface document', () => {
    const known = new Set(INTERFACE.map(([id]) => id))
    expect([...declared.keys()].filter((id) => !known.has(id))).toEqual([])
    expect([...bound.keys()].filter((id) => !declared.has(id))).toEqual([])
  })
})
