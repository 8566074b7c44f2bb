import { useEffect } from 'react'
import { Frame } from '../../shared/ui/frame.tsx'
import { Loading } from '../ui/query-view.tsx'
import { signInLink } from './sign-in-link.ts'

/** Goes to the sign-in page, which returns here. Rendered in place of the page, so that no edits object. */
export function LeaveToSignIn() {
  useEffect(() => location.replace(signInLink()), [])
  return (
    <Frame>
      <Loading />
    </Frame>
  )
}
