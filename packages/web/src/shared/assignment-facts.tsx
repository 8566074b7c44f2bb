import type { PublicBooking } from '@holdfast/contracts'

/**
 * Whom and what a booking takes, as the entries of a description list. Empty if it takes one provider, and for a stay: its
 * unit is the business of the house.
 */
export function AssignmentFacts({ booking }: { readonly booking: PublicBooking }) {
  if (booking.grain === 'nights') return null
  const byRequirement = Map.groupBy(booking.assignments, ({ requirement }) => requirement)
  return [...byRequirement].map(([requirement, assignments]) => (
    <div key={requirement}>
      <dt dir="auto">{requirement}</dt>
      <dd dir="auto">{assignments.map(({ providerName }) => providerName).join(', ')}</dd>
    </div>
  ))
}
