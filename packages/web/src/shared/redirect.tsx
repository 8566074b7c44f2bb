import { useEffect } from 'react'
import { useMessages } from './i18n.tsx'
import { leaveFor, leavingLink } from './leave.ts'
import { redirectMessages } from './redirect-messages.ts'

/** Leaves time to see that the booking is made. */
const DELAY_MS = 2000

/** Leads to the page that the event type names for after the booking, with a link for those who do not wait. */
export function Redirect({ url }: { readonly url: string }) {
  const t = useMessages(redirectMessages)
  useEffect(() => {
    const timer = setTimeout(() => leaveFor(url, 'redirect'), DELAY_MS)
    return () => clearTimeout(timer)
  }, [url])
  return (
    <p role="status">
      {t.going(new URL(url).hostname)}{' '}
      <a href={url} {...leavingLink}>
        {t.goNow}
      </a>
    </p>
  )
}
