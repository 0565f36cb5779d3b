/**
 * Guest types: kinds of guests with a higher or lower price of a night.
 * @source spec "Guest types"
 */
import type { TSchema } from 'typebox'
import { guestTypeUid, language, type PathParameter, propertyUid, text } from '../api/path-values.ts'
import { Exact, exampleOf, Flag, Int, Named, Num, Single, Text } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject, sentExample } from './shared/operation.ts'
import { type WriteTypes, WrittenField, WrittenId } from './shared/write-fields.ts'

export const GUEST_TYPES = new Subject('guest-types')

const whole = (description: string, example: string): PathParameter<string> => ({
  ...text(description, example),
  schema: { type: 'integer', minimum: 0 },
})
const zeroOrOne = (description: string, example: string): PathParameter<string> => ({
  ...text(description, example),
  schema: { type: 'integer', enum: [0, 1] },
})

const DESCRIPTIONS = {
  type: 'Title in the booking form',
  notes: 'Internal notes',
  maximum: 'Maximum number of guests of this type in a booking',
  is_percentage: '1 makes the variance a percentage of the nightly rate, 0 an amount',
  posneg: '1 adds the variance to the nightly rate, 0 subtracts it',
  variance: 'Percentage or amount without sign; two decimals are stored',
  published: '1 shows it in the booking form',
  order: 'Position in the booking form; 0 for no preference',
  is_child: '1 for children',
} as const

const PARAMS = {
  type: text(DESCRIPTIONS.type, 'Senior'),
  notes: text(DESCRIPTIONS.notes, '65 plus'),
  maximum: whole(DESCRIPTIONS.maximum, '4'),
  is_percentage: zeroOrOne(DESCRIPTIONS.is_percentage, '1'),
  posneg: zeroOrOne(DESCRIPTIONS.posneg, '0'),
  variance: { ...text(DESCRIPTIONS.variance, '12.5'), schema: { type: 'number', minimum: 0 } },
  published: zeroOrOne(DESCRIPTIONS.published, '1'),
  order: whole(DESCRIPTIONS.order, '0'),
  is_child: zeroOrOne(DESCRIPTIONS.is_child, '0'),
} as const
const PARAM_SEGMENTS = '{type}/{notes}/{maximum}/{is_percentage}/{posneg}/{variance}/{published}/{order}/{is_child}'

const GuestType = Named('GuestType', {
  id: Int('Guest type id', 18),
  type: Text(DESCRIPTIONS.type, 'Child'),
  notes: Text(DESCRIPTIONS.notes, 'under 12'),
  maximum: Int(DESCRIPTIONS.maximum, 4),
  is_percentage: Flag(DESCRIPTIONS.is_percentage, 1),
  posneg: Flag(DESCRIPTIONS.posneg, 0),
  variance: Num(DESCRIPTIONS.variance, 20),
  published: Flag(DESCRIPTIONS.published, 1),
  property_uid: Int('Property uid', 3),
  order: Int(DESCRIPTIONS.order, 0),
  is_child: Flag(DESCRIPTIONS.is_child, 1),
})

const written = (choices: WriteTypes) => ({
  message: Text('The result, in words'),
  type: Text(DESCRIPTIONS.type),
  notes: Text(DESCRIPTIONS.notes),
  property_uid: WrittenId(choices, 'Property uid'),
})

const Created = (choices: WriteTypes) => {
  const sent = <S extends TSchema>(listed: S) => WrittenField(choices, listed, Text('As sent'))
  return Exact({
    ...written(choices),
    id: Int('Id of the new guest type'),
    maximum: sent(Int(DESCRIPTIONS.maximum)),
    is_percentage: sent(Flag(DESCRIPTIONS.is_percentage)),
    posneg: sent(Flag(DESCRIPTIONS.posneg)),
    variance: sent(Num(DESCRIPTIONS.variance)),
    published: sent(Flag(DESCRIPTIONS.published)),
    order: sent(Int(DESCRIPTIONS.order)),
    is_child: sent(Flag(DESCRIPTIONS.is_child)),
  })
}

const Updated = (choices: WriteTypes) =>
  Exact({
    ...written(choices),
    maximum: Int(DESCRIPTIONS.maximum),
    is_percentage: Flag(DESCRIPTIONS.is_percentage),
    posneg: Flag(DESCRIPTIONS.posneg),
    variance: Num(DESCRIPTIONS.variance),
    published: Flag(DESCRIPTIONS.published),
    guesttype_uid: Int('Guest type id'),
    order: Int(DESCRIPTIONS.order),
    is_child: Flag(DESCRIPTIONS.is_child),
  })

const Deleted = (choices: WriteTypes) =>
  Exact({
    message: Text('The result, in words'),
    property_uid: WrittenId(choices, 'Property uid'),
    guesttype_uid: WrittenId(choices, 'Guest type id'),
  })

const PATH_EXAMPLE = { property_id: '1', ...sentExample(PARAMS) }

const ANSWER_EXAMPLE = {
  type: 'Senior',
  notes: '65 plus',
  maximum: 4,
  is_percentage: 1,
  posneg: 0,
  variance: 12.5,
  published: 1,
  property_uid: 3,
}

export const listGuestTypes = GUEST_TYPES.operation({
  id: 'listGuestTypes',
  method: 'get',
  path: '/guesttypes/{property_id}[/{language}]',
  summary: 'All guest types of a property, published or not, sorted by order and title',
  scope: 'properties_get',
  params: { property_id: propertyUid, language },
  answer: { key: 'guesttypes', data: Type.Array(GuestType) },
  example: { path: { property_id: '1' }, answer: [exampleOf(GuestType.properties)] },
  source: 'spec "Guest types"; facts 3.1',
})

export const createGuestType = GUEST_TYPES.operation({
  id: 'createGuestType',
  adds: true,
  method: 'post',
  path: `/guesttypes/{property_id}/${PARAM_SEGMENTS}[/{language}]`,
  summary: 'Create a guest type',
  scope: 'properties_set',
  params: { property_id: propertyUid, ...PARAMS, language },
  answer: { key: 'addguesttype', data: (choices) => Single(Created(choices)) },
  refusals: ['values_invalid'],
  example: {
    path: PATH_EXAMPLE,
    answer: [
      {
        message: 'Created customer type',
        id: 23,
        ...ANSWER_EXAMPLE,
        order: 0,
        is_child: 0,
      },
    ],
  },
  source: 'spec "Guest types"; facts 3.2',
  choices: ['input_values', 'guest_type_echo_only', 'write_answer_types', 'label_language'],
})

export const updateGuestType = GUEST_TYPES.operation({
  id: 'updateGuestType',
  method: 'put',
  path: `/guesttypes/{property_id}/{guest_type_id}/${PARAM_SEGMENTS}[/{language}]`,
  summary: 'Change a guest type',
  scope: 'properties_set',
  params: { property_id: propertyUid, guest_type_id: guestTypeUid, ...PARAMS, language },
  answer: { key: 'updateguesttype', data: (choices) => Single(Updated(choices)) },
  refusals: ['guest_type_not_set', 'guest_type_unknown', 'values_invalid'],
  example: {
    path: { ...PATH_EXAMPLE, guest_type_id: '5' },
    answer: [
      {
        message: 'Updated customer type',
        ...ANSWER_EXAMPLE,
        guesttype_uid: 23,
        order: 0,
        is_child: 0,
      },
    ],
  },
  source: 'spec "Guest types"; facts 3.3',
  choices: [
    'input_values',
    'unknown_record',
    'write_answer_types',
    'guest_type_echo_only',
    'guest_type_variance',
    'label_language',
  ],
})

export const deleteGuestType = GUEST_TYPES.operation({
  id: 'deleteGuestType',
  method: 'delete',
  path: '/guesttypes/{property_id}/{guest_type_id}[/{language}]',
  also: ['/guesttypes/{property_id}/delete/{guest_type_id}[/{language}]'],
  summary: 'Delete a guest type',
  scope: 'properties_set',
  params: { property_id: propertyUid, guest_type_id: guestTypeUid, language },
  answer: { key: 'deleteguesttype', data: (choices) => Single(Deleted(choices)) },
  refusals: ['guest_type_not_set', 'guest_type_unknown'],
  example: {
    path: { property_id: '1', guest_type_id: '5' },
    answer: [{ message: 'Deleted customer type', property_uid: 1, guesttype_uid: 5 }],
  },
  source: 'spec "Guest types"; facts 3.4',
  choices: ['unknown_record', 'label_language'],
})
