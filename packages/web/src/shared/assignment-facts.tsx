import type { PublicBooking } from '@holdfast/contracts'

/** Whom and what a booking takes, as the entries of a description list. Empty if it takes one provider. */
export function AssignmentFacts({ booking }: { readonly booking: PublicBooking }) {
  const byRequirement = Map.groupBy(booking.assignments, ({ requirement }) => requirement)
  return [...byRequirement].map(([requirement, assignments]) => (
    <div key={requirement}>
      <dt dir="auto">{requirement}</dt>
      <dd dir="auto">{assignments.map(({ providerName }) => providerName).join(', ')}</dd>
    </div>
  ))
}
