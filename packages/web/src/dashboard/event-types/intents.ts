import type { FieldErrors } from '../ui/field-errors.ts'
import type { Draft } from './draft.ts'
import { newLocation } from './location-draft.ts'
import { newRequirement } from './requirement-draft.ts'

/** What somebody wants to offer. A stay is set up with its property. */
export const INTENTS = ['appointment', 'class', 'team', 'visit', 'stay'] as const

/** What somebody wants to offer. */
export type Intent = (typeof INTENTS)[number]

/** Parts of the editor that most event types of a kind never need. */
export type EditorPart = 'seats' | 'requirements' | 'waitlist' | 'access' | 'prices'

const HIDDEN: Readonly<Record<Exclude<Intent, 'stay'>, readonly EditorPart[]>> = {
  appointment: ['seats', 'requirements', 'access', 'prices'],
  class: ['requirements', 'access', 'prices'],
  team: ['seats', 'access'],
  visit: ['seats', 'requirements', 'waitlist', 'access', 'prices'],
}

/** The parts that the editor hides; without an intent, none. A part with an error shows. */
export const hiddenPartsOf = (
  intent: Exclude<Intent, 'stay'> | undefined,
  errors: FieldErrors,
): ReadonlySet<EditorPart> =>
  new Set((intent ? HIDDEN[intent] : []).filter((part) => errors[part] === undefined))

/** Names that the presets write into the form, in the reader's language. */
export interface PresetNames {
  /** The requirement of a team. */
  readonly member: string
}

/** What an intent presets in a new event type. */
export function presetOf(
  intent: Exclude<Intent, 'stay'>,
  draft: Draft,
  { member }: PresetNames,
): Partial<Draft> {
  switch (intent) {
    case 'appointment':
      return {}
    case 'class':
      return {
        durationMinutes: '60',
        slotStepMinutes: '60',
        confirmation: 'instant',
        counts: { ...draft.counts, hasSeats: true, hasWaitlist: true },
      }
    case 'team':
      return {
        requirements: [
          { ...newRequirement('new 1'), name: member, source: 'kind', bookerMayChoose: true },
        ],
      }
    case 'visit':
      // The way there and back is not offered to others.
      return {
        durationMinutes: '60',
        bufferBeforeMinutes: '30',
        bufferAfterMinutes: '30',
        locations: [{ ...newLocation('new 1'), kind: 'ask_booker' }],
      }
  }
}
