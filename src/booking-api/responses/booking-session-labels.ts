/**
 * The labels of the booking form of one property.
 * @source facts "Label keys of initialise"
 */

import type { Language } from '../../booking-contract/shared/language.ts'
import { priceSettingsOf } from '../../domain/pricing/price-settings.ts'
import type { Property } from '../../domain/property/properties.ts'
import { isOn } from '../../domain/property/settings.ts'
import { cityTaxText } from './booking-prices.ts'
import { EXTRA_MODEL_ROWS, LABEL_ROWS, type LabelKey, OTHER_ROWS, textInLanguage } from './booking-session-label-texts.ts'

/** The data that labels depend on, besides the language. */
export interface LabelsOf {
  readonly property: Property
  /** Tax on accommodation, hundredths of a percent. */
  readonly taxRate: number
}

type Texts = Readonly<Partial<Record<LabelKey, string>>>

/** All labels of a property's booking form by key, in order. `SERVICE` in keys stands for the product word. */
export function sessionLabels(of: LabelsOf, language: Language): Readonly<Record<string, string>> {
  const plain = Object.entries(LABEL_ROWS).map(([key, row]) => [key, textInLanguage(row, language)] as const)
  const labels: Record<string, string> = { ...Object.fromEntries(plain), ...labelsBySettings(of, language) }
  for (const key of unusedLabels(of.property)) delete labels[key]
  return labels
}

export const sessionLabel = (key: LabelKey, language: Language): string => textInLanguage(LABEL_ROWS[key], language)

export function extraModels(language: Language): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(EXTRA_MODEL_ROWS).map(([model, row]) => [model, textInLanguage(row, language)]))
}

function unusedLabels(property: Property): readonly LabelKey[] {
  const charges = isOn(property, 'chargeDepositYesNo')
  return [
    ...(charges ? [] : (['DEPOSIT', '_SERVICE_BOOKINGORM_ROOMTOTAL_BALANCE'] as const)),
    ...(isOn(property, 'singlePersonSuppliment') ? [] : (['SINGLE_PERSON_SUPPLIMENT'] as const)),
  ]
}

function labelsBySettings({ property, taxRate }: LabelsOf, language: Language): Texts {
  const other = (name: keyof typeof OTHER_ROWS): string => textInLanguage(OTHER_ROWS[name], language)
  const label = (key: LabelKey): string => sessionLabel(key, language)
  return {
    ...(isOn(property, 'wholeday_booking') && { HARRIVALDATE: other('pickUp') }),
    ...(isOn(property, 'fixedPeriodBookings') && { HDEPARTUREDATE: other('lengthOfStay') }),
    ...(property.singleUnit && {
      AJAXFORM_AVAILABLEROOMS: '',
      AJAXFORM_SELECTEDROOMS: '',
      AJAXFORM_AVAILABLE_DESC: other('wholePlace'),
      AJAXFORM_INSTRUCTIONS: other('wholePlaceSteps'),
    }),
    ...(taxRate > 0 && { ACCOMMODATION_TOTAL: `${label('ACCOMMODATION_TOTAL')} (${taxRate / 100}%)` }),
    ...(isOn(property, 'perPersonPerNight') && { ACCOMMODATION_PERROOM: other('perPerson') + label('ACCOMMODATION_PERROOM') }),
    ...(isOn(property, 'requireApproval') && { REVIEW_BOOKING_BUTTON: other('reviewRequest') }),
    SERVICE_CITY_TAX_HEADING: `${label('SERVICE_CITY_TAX_HEADING')} : ${cityTax(property, language)}`,
  }
}

/** `per night (2.5)`; empty when there is no city tax. */
function cityTax(property: Property, language: Language): string {
  const { value, model } = priceSettingsOf(property).cityTax
  return value.gt(0) ? `${cityTaxText(model, language)} (${value.valueOf()})` : ''
}
