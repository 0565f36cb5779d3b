import { describe, expect, test } from 'vitest'
import { ProblemList, problemOf } from '../../src/domain/problem-list.ts'
import { Refusal, refuseIfAny } from '../../src/domain/refusal.ts'

test('a problem states the expected and the sent value, long values shortened', () => {
  expect(problemOf('stars', 'a number')).toEqual({ field: 'stars', message: 'a number' })
  expect(problemOf('stars', 'a number', '')).toEqual({ field: 'stars', message: 'a number, not ""' })
  expect(problemOf('stars', 'a number', 'x'.repeat(40)).message).toBe(`a number, not "${'x'.repeat(40)}"`)
  expect(problemOf('stars', 'a number', 'x'.repeat(41)).message).toBe(`a number, not "${'x'.repeat(40)}..."`)
})

describe('the problems of an input', () => {
  test('are in the order in which they were found', () => {
    const list = new ProblemList()
    expect([list.size, list.toProblems()]).toEqual([0, []])
    list.add('b', 'must not be blank')
    list.addEntry('prices', '5', 'expected an amount', 'x')
    list.addItem('ids', 'x', 'not a number')
    list.add('a', 'expected a day', 'y')
    expect(list.size).toBe(4)
    expect(list.toProblems()).toEqual([
      { field: 'b', message: 'must not be blank' },
      { field: 'prices[5]', message: 'expected an amount, not "x"' },
      { field: 'ids', message: '"x" is not a number' },
      { field: 'a', message: 'expected a day, not "y"' },
    ])
  })

  test('are ten of a kind at most; how many more there are comes last', () => {
    const list = new ProblemList()
    for (let key = 1; key <= 10; key++) list.addEntry('prices', `${key}`, 'expected an amount')
    expect(list.toProblems()).toHaveLength(10)
    for (let key = 11; key <= 13; key++) list.addEntry('prices', `${key}`, 'expected an amount')
    for (let key = 1; key <= 11; key++) list.addItem('ids', `${key}`, 'taken')
    list.addEntry('prices', '1', 'expected a day')
    list.add('name', 'must not be blank')
    const all = list.toProblems()
    expect(all).toHaveLength(24)
    expect(all.slice(0, 10).map(({ field }) => field)).toEqual(Array.from({ length: 10 }, (_, index) => `prices[${index + 1}]`))
    expect(all.slice(20)).toEqual([
      { field: 'prices[1]', message: 'expected a day' },
      { field: 'name', message: 'must not be blank' },
      { field: 'prices', message: '3 more: expected an amount' },
      { field: 'ids', message: '1 more: taken' },
    ])
  })

  test('have short keys and items', () => {
    const list = new ProblemList()
    list.addEntry('prices', 'k'.repeat(50), 'expected an amount')
    list.addItem('ids', 'i'.repeat(50), 'taken')
    expect(list.toProblems()).toEqual([
      { field: `prices[${'k'.repeat(40)}...]`, message: 'expected an amount' },
      { field: 'ids', message: `"${'i'.repeat(40)}..." is taken` },
    ])
  })

  test('refuse it, if there are any', () => {
    const problems = [problemOf('name', 'must not be blank')]
    expect(() => refuseIfAny([])).not.toThrow()
    expect(() => refuseIfAny(problems)).toThrow(expect.objectContaining({ code: 'values_invalid', detail: { problems } }))
  })
})

test('a refusal has its code, and names what it is about', () => {
  expect(new Refusal('invoice_unknown')).toMatchObject({ name: 'Refusal', message: 'invoice_unknown', detail: {} })
  expect(new Refusal('invoice_unknown', { what: '7' })).toMatchObject({ message: 'invoice_unknown: 7', detail: { what: '7' } })
})
