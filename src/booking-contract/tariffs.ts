/**
 * Tariffs: prices by day, grouped by tariff type and room type.
 * @source spec "Tariffs"
 */

import { language, propertyUid, tariffTypeUid } from '../api/path-values.ts'
import { Exact, exampleOf, Flag, Int, Keyed, Named, Num, NumericText, Single, SlashDay, Text } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'
import { TARIFF_FORM, TARIFF_FORM_EXAMPLE } from './shared/tariff-form.ts'

export const TARIFFS = new Subject('tariffs')

const COMMON_RATE_FIELDS = {
  rates_uid: Int('Rate id; the same as its key', 910),
  rate_title: Text('Title of the tariff', 'Summer'),
  rate_description: Text('Description of the tariff', 'Breakfast included'),
  validfrom: SlashDay('First night', '2031/06/01'),
  validto: SlashDay('Last night', '2031/06/30'),
  roomrateperday: NumericText('Price of a night', '80.00'),
  mindays: Int('Minimum nights of a stay', 2),
  maxdays: Int('Maximum nights of a stay', 365),
  minpeople: Int('Minimum number of people', 1),
  maxpeople: Int('Maximum number of people', 4),
  roomclass_uid: Int('Room type id', 2),
  ignore_pppn: Flag('1 for a flat rate instead of a price per person and night', 0),
}

const ALLOW_WE = Flag('0 excludes stays with a weekend night', 1)

const Rate = Named(
  'Tariff',
  {
    ...COMMON_RATE_FIELDS,
    allow_ph: Flag('Always 1', 1),
    allow_we: ALLOW_WE,
    weekendonly: Flag('1 allows only weekend nights', 0),
    validfrom_ts: Int('00:00 UTC of the first night, Unix time in seconds', 1938038400),
    validto_ts: Int('00:00 UTC of the last night, Unix time in seconds', 1940544000),
    dayofweek: Int('Weekday a stay must begin on: 0 Sunday to 6 Saturday, 7 any day', 7),
    minrooms_alreadyselected: Int('Offered from this number of other selected rooms', 0),
    maxrooms_alreadyselected: Int('Offered below this number of other selected rooms', 100),
    property_uid: Int('Property uid', 3),
    tarifftype_id: Int('Tariff type id; 0 for a rate without one', 41),
  },
  'A run of days with one price and one minimum stay',
)

export const listTariffs = TARIFFS.operation({
  id: 'listTariffs',
  method: 'get',
  path: '/tariffs/{property_id}[/{language}]',
  summary: 'All tariffs of a property, by room type, tariff type and rate',
  scope: 'properties_get',
  params: { property_id: propertyUid, language },
  answer: { key: 'tariffs', data: Keyed(Type.Record(Type.String(), Type.Record(Type.String(), Rate))) },
  example: {
    path: { property_id: '1' },
    answer: { '2': { '41': { '910': exampleOf(Rate.properties) } } },
  },
  source: 'spec "Tariffs"; facts "GET /tariffs"',
  choices: ['tariff_timestamps', 'tariff_rate_text', 'empty_map'],
})

const save = {
  path: '/tariffs/{property_id}/micromanage',
  scope: 'properties_set',
  params: { property_id: propertyUid },
  form: TARIFF_FORM,
  choices: ['tariff_validation', 'tariff_new_id', 'tariff_gaps', 'tariff_update'],
} as const

export const createTariff = TARIFFS.operation({
  ...save,
  id: 'createTariff',
  adds: true,
  method: 'post',
  summary: 'Create a tariff from prices by day',
  answer: { key: 'tarifftypeid', data: Int('Id of the new tariff type') },
  refusals: ['tariff_mode_wrong', 'values_invalid'],
  example: { path: { property_id: '1' }, form: TARIFF_FORM_EXAMPLE, answer: 42 },
  source: 'spec "Tariffs"; facts "POST /tariffs"',
})

export const updateTariff = TARIFFS.operation({
  ...save,
  id: 'updateTariff',
  method: 'put',
  summary: 'Replace a tariff: title, limits and all prices by day',
  answer: { key: 'tarifftypeid', data: Int('Id of the tariff type; its rates have new ids') },
  refusals: ['tariff_mode_wrong', 'values_invalid', 'tariff_unknown'],
  example: { path: { property_id: '1' }, form: { ...TARIFF_FORM_EXAMPLE, tarifftypeid: '2' }, answer: 2 },
  source: 'spec "Tariffs"; facts "PUT /tariffs"',
})

export const deleteTariff = TARIFFS.operation({
  id: 'deleteTariff',
  method: 'delete',
  path: '/tariffs/{property_id}/{tarifftypeid}',
  summary: 'Delete a tariff with all its prices',
  scope: 'properties_set',
  params: { property_id: propertyUid, tarifftypeid: tariffTypeUid },
  answer: {
    key: 'deletetariff',
    data: Single(
      Exact({
        message: Text('The result, in words'),
        property_uid: Int('Property uid'),
        tarifftypeid: Int('Id of the deleted tariff type'),
      }),
    ),
  },
  refusals: ['tariff_mode_wrong', 'tariff_not_deletable'],
  example: {
    path: { property_id: '1', tarifftypeid: '2' },
    answer: [{ message: 'Tariff deleted', property_uid: 1, tarifftypeid: 2 }],
  },
  source: 'spec "Tariffs"; facts "DELETE /tariffs"',
})

export const listPropertyTariffs = TARIFFS.operation({
  id: 'listPropertyTariffs',
  method: 'get',
  path: '/properties/{property_id}/tariffs[/{language}]',
  tag: 'properties',
  summary: 'All tariffs of a property as one list, sorted by first night',
  scope: 'properties_get',
  params: { property_id: propertyUid, language },
  answer: {
    key: 'tariffs',
    data: ({ property_tariff_rate: form }) =>
      Type.Array(
        Exact({
          ...COMMON_RATE_FIELDS,
          roomrateperday: Type.Unsafe<string | number>(
            form === 'number' ? Num('Price of a night') : COMMON_RATE_FIELDS.roomrateperday,
          ),
          allow_we: ALLOW_WE,
        }),
      ),
  },
  example: { path: { property_id: '1' }, answer: [{ ...exampleOf(COMMON_RATE_FIELDS), allow_we: 1 }] },
  source: 'facts 8.4',
  choices: ['tariff_rate_text', 'property_tariff_rate'],
})
