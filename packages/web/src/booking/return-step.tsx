import type { PublicBooking } from '@holdfast/contracts'
import { ReadAgain } from '../shared/read-again.tsx'
import { readManaged } from './booking-calls.ts'
import type { BookedStep, KeptBooked } from './step.ts'

interface ReturnStepProps {
  readonly kept: KeptBooked
  readonly onFound: (step: BookedStep) => void
  /** Called if there is nothing to show any more. */
  readonly onGone: () => void
}

/** Reads what this tab booked before a reload, and shows it as it is now. */
export default function ReturnStep({ kept, onFound, onGone }: ReturnStepProps) {
  return <ReadAgain read={() => readAgain(kept)} onFound={onFound} onGone={onGone} />
}

const isAhead = ({ status, end }: PublicBooking): boolean =>
  (status === 'confirmed' || status === 'pending') && Date.parse(end) > Date.now()

async function readAgain({ id, token, skipped }: KeptBooked): Promise<BookedStep | undefined> {
  const managed = await readManaged(id, token)
  if (!isAhead(managed.booking)) return undefined
  if (skipped === undefined) return { kind: 'done', managed, isAgain: true }
  const bookings = (managed.visit?.bookings ?? []).filter(isAhead)
  return { kind: 'series', series: { id, token, bookings, skipped }, isAgain: true }
}
