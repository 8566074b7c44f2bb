/** What only a booker who adds services needs: the booking page loads it then. */
export { bookVisit, cancelVisit, confirmVisit, readVisit } from './visit-calls.ts'
export { visitOffer } from './visit-offer.ts'
export { VisitParts } from './visit-parts.tsx'
