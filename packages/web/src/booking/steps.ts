/** The steps after a time is chosen: the booking page loads them while the booker chooses. */
export { DetailsStep } from './details-step.tsx'
export { DoneStep } from './done-step.tsx'
