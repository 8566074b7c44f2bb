import type { Details } from '../shared/contact-field.tsx'
import { keepInTab, keptInTab, wholeAddress } from '../shared/tab-storage.ts'
import type { Extras } from './extras/extras.ts'

/** What a booker has typed. */
export interface TypedForm {
  readonly details: Details
  /** Absent until the code of these fields is loaded. */
  readonly extras: Extras | undefined
}

/** What the search of a house writes into the address of a booking page. */
const STAY = /^(?:arrival|departure|adults|childAges|code|ratePlanId|extras|room)$/

/** The page, and the values that its link fills in. All rooms that are found in the search of a house count as one page. */
function here(): string {
  const query = new URLSearchParams(location.search)
  if (!query.has('propertyId')) return wholeAddress()
  const others = [...query].filter(([name]) => !STAY.test(name))
  return `${JSON.stringify(others)}${location.hash}`
}

/** Keeps what is typed for a reload of this tab, or removes it. A link that fills in other values begins a new form. */
export const keepForm = (form: TypedForm | undefined): void => keepInTab('form', here(), form)

/** What was typed in this tab on this page before a reload, or before the rooms were changed. */
export const keptForm = (): TypedForm | undefined => keptInTab('form', here())
