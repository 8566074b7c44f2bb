import { useState } from 'react'
import { addressOf } from '../../shared/base-path.ts'
import { useMessages } from '../../shared/i18n.tsx'
import type { Session } from '../api.ts'
import { AccountSwitch } from './account-switch.tsx'
import { Icon } from './icons.tsx'
import { shellMessages } from './messages.ts'
import styles from './shell.module.css'

/** The brand or the name of the account, with its logo. Opens the choice of another account. */
export function AccountName({ session }: { readonly session: Session }) {
  const t = useMessages(shellMessages)
  const [isSwitching, setSwitching] = useState(false)
  const { brand } = session.account
  const name = brand?.name ?? session.account.name
  const what = (
    <>
      <img src={addressOf(brand?.logoUrl ?? '/favicon.svg')} alt="" width="32" height="32" />
      <span className={styles.brandText}>
        <strong dir="auto">{name}</strong>
        <span className={styles.brandNote} dir="auto">
          {name === session.account.name ? 'Holdfast' : session.account.name}
        </span>
      </span>
    </>
  )
  // An API key belongs to one account.
  if (session.member === null) return <div className={styles.brand}>{what}</div>
  return (
    <>
      <button
        type="button"
        className={styles.brand}
        aria-haspopup="dialog"
        onClick={() => setSwitching(true)}
      >
        {what}
        <span className="visually-hidden">{t.switchAccount}</span>
        <Icon name="switch" />
      </button>
      {isSwitching && <AccountSwitch session={session} onClose={() => setSwitching(false)} />}
    </>
  )
}
