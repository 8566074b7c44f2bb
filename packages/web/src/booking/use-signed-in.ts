import { useEffect, useRef, useState } from 'react'
import {
  keepToken,
  keptToken,
  readSignedIn,
  type SignedInBooker,
} from '../shared/api/booker-session.ts'
import type { Details } from '../shared/contact-field.tsx'
import { isFramed } from '../shared/host-page.ts'

type ChangeDetails = (change: (details: Details) => Details) => void

/**
 * The booker who is signed in at an account, by its slug, whose name and address fill an empty form. Nobody in a frame: any
 * site may embed the page.
 */
export function useSignedIn(
  accountSlug: string | null | undefined,
  onDetails: ChangeDetails,
): SignedInBooker | undefined {
  const [booker, setBooker] = useState<SignedInBooker>()
  const change = useRef(onDetails)
  change.current = onDetails
  const account = (!isFramed && accountSlug) || undefined
  useEffect(() => {
    const token = account === undefined ? undefined : keptToken(account)
    if (account === undefined || token === undefined) return
    const abort = new AbortController()
    const signOut = () => {
      keepToken(account, undefined)
      setBooker(undefined)
    }
    readSignedIn(token, abort.signal).then(
      (found) => {
        if (abort.signal.aborted) return
        if (found === undefined) {
          signOut()
          return
        }
        const { name, email } = found
        setBooker({ name, email, token, signOut })
        change.current((details) =>
          details.name === '' && details.email === '' ? { ...details, name, email } : details,
        )
      },
      // Without the sign-in, the booker types the details.
      () => undefined,
    )
    return () => abort.abort()
  }, [account])
  return booker
}

/** Details without those that a sign-in filled in. */
export const withoutBooker = (
  details: Details,
  { name, email }: Pick<SignedInBooker, 'name' | 'email'>,
): Details => ({
  ...details,
  name: details.name === name ? '' : details.name,
  email: details.email === email ? '' : details.email,
})
