/** What only some event types need: the booking page loads it for them alone. */
export { LocationFact } from '../../shared/location-fact.tsx'
export { checkExtras, sentExtras } from './check-extras.ts'
export { ExtraFields } from './extra-fields.tsx'
export { needsPhone, nextKey } from './extras.ts'
export { initialExtras } from './initial-extras.ts'
export { extrasMessages } from './messages.ts'
export { PayStep } from './pay-step.tsx'
export { PlaceAndPrice } from './place-and-price.tsx'
