import { useMessages } from '../../shared/i18n.tsx'
import { api, type Session, unwrap } from '../api.ts'
import { roleMessages } from '../members/role-messages.ts'
import { Link } from '../router.tsx'
import { SIGN_IN } from '../sign-in/sign-in-link.ts'
import { Icon } from './icons.tsx'
import { shellMessages } from './messages.ts'
import styles from './shell.module.css'

async function signOut(): Promise<void> {
  // If this fails, the session has already ended.
  await unwrap(api.DELETE('/v1/session')).catch(() => undefined)
  location.replace(SIGN_IN)
}

interface PersonProps {
  readonly session: Session
  /** Called when the link is followed. */
  readonly onChoose?: () => void
}

/** The signed-in person, with a link to their own sign-in, and the button to sign out. */
export function Person({ session: { member }, onChoose }: PersonProps) {
  const t = useMessages(shellMessages)
  const roles = useMessages(roleMessages)
  return (
    <div className={styles.person}>
      {member ? (
        <Link to="/me" className={styles.name} {...(onChoose && { onClick: onChoose })}>
          <strong dir="auto">{member.name}</strong>
          <span className={styles.role}>{roles.names[member.role]}</span>
        </Link>
      ) : (
        <span className={styles.role}>{t.byKey}</span>
      )}
      <button type="button" onClick={() => void signOut()}>
        <Icon name="signOut" />
        {t.signOut}
      </button>
    </div>
  )
}
