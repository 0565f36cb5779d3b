import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sameName, slug, townMatches } from '../../../src/domain/search/text-match.ts'

describe('slug', () => {
  test.each([
    ['New York', 'new-york'],
    ['  Saint-Étienne, (Loire) ', 'saint-etienne-loire'],
    ["St. John's", 'st-john-s'],
    ['São João da Boa Vista', 'sao-joao-da-boa-vista'],
    ['Århus', 'arhus'],
    ['Łódź', 'lodz'],
    ['Weißenfels', 'weissenfels'],
    ['İSTANBUL', 'istanbul'],
    ['Lənkəran', 'lenkeran'],
    ['Ħamrun', 'hamrun'],
    ['Isparta, ISPARTA, Iğdır', 'isparta-isparta-igdir'],
    ['Đakovo, Þórshöfn, Seyðisfjörður', 'dakovo-thorshofn-seydisfjordur'],
    ['Ærøskøbing, Œuilly', 'aeroskobing-oeuilly'],
    ['Fargʻona', 'farg-ona'],
    ['Αθήνα', 'αθηνα'],
    ['東京', '東京'],
    ['सूरत', 'सूरत'],
    ['부산', '부산'],
    ['Room 101', 'room-101'],
    ['--- ', ''],
    ['', ''],
  ])('of %j is %j', (text, expected) => {
    expect(slug(text)).toBe(expected)
  })

  test('of a slug is the slug itself', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => slug(slug(text)) === slug(text)))
  })
})

describe('a searched town', () => {
  test.each([
    ['am', 'Birmingham'],
    ['BIRMINGHAM', 'Birmingham'],
    ['new york', 'New-York City'],
    ['new-york', 'New York'],
    ['new york', 'Newest Little York'],
    ['york', 'New York'],
    ['malaga', 'Málaga'],
    ['Málaga', 'MALAGA'],
    ["st john's", 'St. Johns'],
    ['strasse', 'Lange Straße'],
  ])('%j finds %j', (wanted, town) => {
    expect(townMatches(wanted, town)).toBe(true)
  })

  test.each([
    ['york new', 'New York'],
    ['paris', 'Torquay'],
    ['Torquay South', 'Torquay'],
    ['aa', 'Ra'],
    ['', 'Torquay'],
    [' - ', 'Torquay'],
    ['%', 'Torquay'],
    ['.*', 'Torquay'],
    ['torquay', ''],
  ])('%j does not find %j', (wanted, town) => {
    expect(townMatches(wanted, town)).toBe(false)
  })

  test('finds every town that contains its text', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (wanted, before, after) => townMatches(wanted, `${before} ${wanted} ${after}`)),
    )
  })
})

describe('the same name', () => {
  test.each([
    ['devon', 'Devon'],
    ['ILE DE FRANCE', 'Île-de-France'],
    ['castilla y leon', 'Castilla y León'],
  ])('%j is %j', (a, b) => {
    expect(sameName(a, b)).toBe(true)
    expect(sameName(b, a)).toBe(true)
  })

  test.each([
    ['dev', 'Devon'],
    ['Devonshire', 'Devon'],
    ['Northyork', 'North York'],
    ['', ''],
    ['-', '!'],
  ])('%j is not %j', (a, b) => {
    expect(sameName(a, b)).toBe(false)
    expect(sameName(b, a)).toBe(false)
  })
})
