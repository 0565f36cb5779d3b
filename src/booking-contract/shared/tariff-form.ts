/**
 * The form of a tariff.
 * @source spec "Tariffs"
 */
import type { FormShape } from '../../api/operation.ts'

const field = (description: string, example: string) => ({ description, required: true, example })

/** The fields and maps of a tariff form. */
export const TARIFF_FORM: FormShape = {
  fields: {
    tarifftypeid: field('0 when creating, the existing id when updating', '0'),
    rate_title: field('title, not empty', 'Summer'),
    rate_description: field('description', 'Breakfast included'),
    maxdays: field('maximum nights of a stay', '365'),
    minpeople: field('fewest people', '1'),
    maxpeople: field('most people', '4'),
    roomclass_uid: field('room type id of a room of the property', '2'),
    dayofweek: field('weekday a stay must begin on: 0 Sunday to 6 Saturday, 7 any day', '7'),
    ignore_pppn: field('1 prices the night flat instead of per person', '0'),
    allow_we: field('0 forbids stays that touch a weekend', '1'),
    weekendonly: field('1 allows weekend nights only', '0'),
    minrooms_alreadyselected: field('other rooms that must be selected, normally 0', '0'),
    maxrooms_alreadyselected: field('most other rooms that may be selected, normally 100', '100'),
  },
  maps: {
    tariffinput: {
      description: 'price of the night whose Unix time in seconds is the key (00:00 UTC); above 0, such as 60.50 or 60,50',
      example: ['1938038400', '80'],
    },
    mindaysinput: { description: 'minimum nights of a stay that includes this night; at least 1', example: ['1938038400', '2'] },
  },
}

export const TARIFF_FORM_EXAMPLE = {
  tarifftypeid: '0',
  rate_title: 'Summer',
  rate_description: 'Breakfast included',
  maxdays: '365',
  minpeople: '1',
  maxpeople: '4',
  roomclass_uid: '2',
  dayofweek: '7',
  ignore_pppn: '0',
  allow_we: '1',
  weekendonly: '0',
  minrooms_alreadyselected: '0',
  maxrooms_alreadyselected: '100',
  'tariffinput[1938038400]': '80',
  'mindaysinput[1938038400]': '2',
}
