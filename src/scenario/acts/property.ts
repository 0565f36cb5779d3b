/** Unpublishes properties, withdraws them from managers, and changes how they save tariffs. */
import { recordEvent } from '../../domain/event/events.ts'
import type { Property } from '../../domain/property/properties.ts'
import type { WriteDb } from '../../store/db.ts'
import { Blocked, type ScenarioContext } from '../scenario-context.ts'
import { findProperty } from './lookup.ts'

export interface OfProperty {
  readonly property: number
}

/** Unpublishes a property: searches do not find it any more. */
export function unpublish(db: WriteDb, context: ScenarioContext, { property: id }: OfProperty): Property {
  const property = findProperty(db, id)
  if (!property.published) throw new Blocked(`property ${property.id} is not published: it cannot be unpublished`)
  return unpublishProperty(db, context, property)
}

/** Removes the assignments of a property and unpublishes it. Super managers still administer it. */
export function withdraw(db: WriteDb, context: ScenarioContext, { property: id }: OfProperty): Property {
  const property = findProperty(db, id)
  const holders = db.users.all().filter(({ propertyIds }) => propertyIds.includes(property.id))
  if (holders.length === 0) throw new Blocked(`property ${property.id} is not assigned to a manager: it cannot be withdrawn`)
  for (const user of holders) db.users.put({ ...user, propertyIds: user.propertyIds.filter((own) => own !== property.id) })
  return property.published ? unpublishProperty(db, context, property) : property
}

/** Changes a property so that its tariffs cannot be written through the interface any more. */
export function leaveMicromanage(db: WriteDb, { now }: ScenarioContext, { property: id }: OfProperty): Property {
  const property = findProperty(db, id)
  if (property.tariffMode !== 'micromanage')
    throw new Blocked(`property ${property.id} is not in micromanage mode but in ${property.tariffMode} mode already`)
  recordEvent(db, { at: now, task: 'property_state_change', data: { property_uid: property.id } })
  return db.properties.put({ ...property, tariffMode: 'normal' })
}

function unpublishProperty(db: WriteDb, { now }: ScenarioContext, property: Property): Property {
  recordEvent(db, { at: now, task: 'property_unpublished', data: { property_uid: property.id } })
  return db.properties.put({ ...property, published: false })
}
