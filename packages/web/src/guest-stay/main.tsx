import { mountPage } from '../shared/mount-page.tsx'
import { GuestStayPage } from './guest-stay-page.tsx'
import { guestStayTranslations } from './languages.ts'

mountPage(<GuestStayPage />, guestStayTranslations)
