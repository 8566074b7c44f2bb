import { mountPage } from '../shared/mount-page.tsx'
import { GuestStayPage } from './guest-stay-page.tsx'

mountPage(<GuestStayPage />)
