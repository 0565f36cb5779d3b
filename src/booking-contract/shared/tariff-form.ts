/**
 * The form of a tariff.
 * @source spec "Tariffs"
 */
import type { FormShape } from '../../api/operation.ts'
import { field, sentExample } from './operation.ts'

const FIELDS = {
  tarifftypeid: field('0 when creating, the existing id when updating', true, '0'),
  rate_title: field('title, not empty', true, 'Summer'),
  rate_description: field('description', true, 'Breakfast included'),
  maxdays: field('maximum nights of a stay', true, '365'),
  minpeople: field('fewest people', true, '1'),
  maxpeople: field('most people', true, '4'),
  roomclass_uid: field('room type id of a room of the property', true, '2'),
  dayofweek: field('weekday a stay must begin on: 0 Sunday to 6 Saturday, 7 any day', true, '7'),
  ignore_pppn: field('1 prices the night flat instead of per person', true, '0'),
  allow_we: field('0 forbids stays that touch a weekend', true, '1'),
  weekendonly: field('1 allows weekend nights only', true, '0'),
  minrooms_alreadyselected: field('other rooms that must be selected, normally 0', true, '0'),
  maxrooms_alreadyselected: field('most other rooms that may be selected, normally 100', true, '100'),
}

export const TARIFF_FORM: FormShape = {
  fields: FIELDS,
  maps: {
    tariffinput: {
      description: 'price of the night whose Unix time in seconds is the key (00:00 UTC); above 0, such as 60.50 or 60,50',
      example: ['1938038400', '80'],
    },
    mindaysinput: { description: 'minimum nights of a stay that includes this night; at least 1', example: ['1938038400', '2'] },
  },
}

export const TARIFF_FORM_EXAMPLE = {
  ...sentExample(FIELDS),
  'tariffinput[1938038400]': '80',
  'mindaysinput[1938038400]': '2',
}
