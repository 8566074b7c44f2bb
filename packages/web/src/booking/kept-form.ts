import type { Details } from '../shared/contact-field.tsx'
import { keepInTab, keptInTab, wholeAddress } from '../shared/tab-storage.ts'
import type { Extras } from './extras/extras.ts'

/** What a booker has typed. */
export interface TypedForm {
  readonly details: Details
  /** Absent until the code of these fields is loaded. */
  readonly extras: Extras | undefined
}

/** Keeps what is typed for a reload of this tab, or removes it. A link that fills in other values begins a new form. */
export const keepForm = (form: TypedForm | undefined): void =>
  keepInTab('form', wholeAddress(), form)

/** What was typed in this tab on this page before a reload. */
export const keptForm = (): TypedForm | undefined => keptInTab('form', wholeAddress())
