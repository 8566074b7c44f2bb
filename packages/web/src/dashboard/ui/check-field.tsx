import type { ReactNode } from 'react'
import styles from './form-page.module.css'

interface CheckFieldProps {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly children: ReactNode
}

/** A labeled checkbox. */
export const CheckField = ({ isChecked, onChange, children }: CheckFieldProps) => (
  <label className={styles.check}>
    <input
      type="checkbox"
      checked={isChecked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {children}
  </label>
)
