import { expect, test } from 'vitest'
import { isOn, setting } from '../../../src/domain/property/settings.ts'

test('blanks around a setting, which fixtures may have, do not change it', () => {
  const property = { settings: { requireApproval: ' 1', city_tax_models: 'pernight ' } }
  expect(isOn(property, 'requireApproval')).toBe(true)
  expect(setting(property, 'city_tax_models')).toBe('pernight')
})
