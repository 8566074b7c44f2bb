import shared from '../../shared/languages/ja.ts'
import type { OwnBookingsTranslations } from '../translations.ts'

export default {
  ...shared,
  ownBookings: {
    title: '予約の一覧',
    lead: '予約に使うメールアドレスを入力してください。リンクをお送りします。',
    email: 'メールアドレス',
    emailWrong: 'メールアドレスを入力してください。例：ada@example.com',
    send: 'リンクを送る',
    sentTitle: 'メールをご確認ください',
    sent: (email) =>
      `${email}の予約がある場合は、リンクの入ったメールが届きます。リンクは15分間有効です。`,
    again: '別のアドレスを使う',
    openLead: '続けると、このブラウザーで予約を確認できます。',
    open: '予約を見る',
    ended: {
      link: {
        title: 'このリンクは使えません',
        text: '使用済みか、15分を過ぎています。新しいリンクを申請してください。',
      },
      'sign-in': {
        title: 'ログアウトしました',
        text: 'ログインは30日間有効です。新しいリンクを申請してください。',
      },
    },
    coming: '今後の予約',
    noneComing: '今後の予約はありません。',
    past: '過去の予約',
    more: 'もっと見る',
    manage: '確認・変更',
    status: {
      pending: '未確定',
      confirmed: '確定',
      completed: '完了',
      cancelled: 'キャンセル済み',
      no_show: '不参加',
      expired: '期限切れ',
    },
  },
} satisfies OwnBookingsTranslations
