import { useMessages } from './i18n.tsx'
import { texts } from './language.ts'
import { shownEmail } from './shown-email.ts'
import styles from './signed-in.module.css'
import { Button } from './ui/button.tsx'

/** The texts about a booker's sign-in that several pages show. */
export const signedInMessages = texts('signedIn', {
  as: (email: string) => `Signed in as ${email}`,
  signOut: 'Sign out',
})

interface SignedInProps {
  readonly email: string
  readonly onSignOut: () => void
}

/** Who is signed in, with the button to sign out. */
export function SignedIn({ email, onSignOut }: SignedInProps) {
  const t = useMessages(signedInMessages)
  return (
    <p className={styles.who}>
      <span dir="auto">{t.as(shownEmail(email))}</span>
      <Button onClick={onSignOut}>{t.signOut}</Button>
    </p>
  )
}
