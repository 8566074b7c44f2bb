import type { Details } from '../shared/contact-field.tsx'
import { isFramed } from '../shared/host-page.ts'
import type { Extras } from './extras/extras.ts'

/** What a booker has typed. */
export interface TypedForm {
  readonly details: Details
  /** Absent until the code of these fields is loaded. */
  readonly extras: Extras | undefined
}

interface KeptForm extends TypedForm {
  readonly address: string
}

/** Several frames of a site share the storage. `embed.js` names each of them. */
const STORAGE_KEY = isFramed ? `holdfast.form ${window.name}` : 'holdfast.form'

/** The whole address, since its query and fragment can prefill the form: a link with other values starts a new form. */
const here = (): string => `${location.pathname}${location.search}${location.hash}`

/** Keeps what is typed for a reload of this tab, or removes it. The browser may deny storage. */
export function keepForm(form: TypedForm | undefined): void {
  try {
    if (form === undefined) sessionStorage.removeItem(STORAGE_KEY)
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ address: here(), ...form }))
  } catch {
    // Without storage, a reload loses what is typed.
  }
}

/** What was typed in this tab on this page before a reload. */
export function keptForm(): TypedForm | undefined {
  try {
    // Only `keepForm` writes under this key.
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as KeptForm | null
    return kept?.address === here() ? kept : undefined
  } catch {
    return undefined
  }
}
