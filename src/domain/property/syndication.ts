/**
 * Which properties the site offers to applications that syndicate it.
 * @source facts "Core"
 */
import { isTour, type Property } from './properties.ts'

export interface Pictured {
  readonly property: Property
  readonly picture: string
}

/**
 * The published properties that have a picture and are no tours.
 *
 * @param typeNameOf the name of a property type by its id
 */
export function syndicated(
  properties: readonly Property[],
  typeNameOf: (typeId: number) => string | undefined,
): readonly Pictured[] {
  return properties.flatMap((property) => {
    const picture = property.pictures.main
    const offered = property.published && picture !== null && !isTour(typeNameOf(property.typeId))
    return offered ? [{ property, picture }] : []
  })
}
