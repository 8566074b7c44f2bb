import { nightsIn } from '../nights-in.ts'
import type { Texts } from '../texts.ts'

/** What emails and SMS say in Japanese. */
export default {
  bookings: {
    language: 'ja',
    locale: 'ja-JP',
    title: (title, providerName) => `${title ?? '予約'}（${providerName}）`,
    and: (first, second) => `${first}、${second}`,
    andMore: (first, count) => `${first}ほか${count}名`,
    nowWith: (names) => `ご予約の担当が変わりました：${names}`,
    insteadOf: (now, before) => `${now}（変更前：${before}）`,
    nowFor: (now, before) => `この予約のサービスが「${before}」から「${now}」に変わりました。`,
    clock: (time) => `${time}`,
    rows: {
      what: '内容',
      when: '日時',
      where: '場所',
      previousTime: '変更前の日時',
      agreedTime: '予定の日時',
      with: '担当',
      bookedBy: '予約者',
      note: '備考',
      reason: '理由',
      answerBy: '回答期限',
      alsoBooked: '同時のご予約',
    },
    othersStay: '同時に予約されたほかの予約に変更はありません。',
    providerGone: '提供者は受付を終了しました。',
    serviceGone: 'このサービスは受付を終了しました。',
    receivedBecause: {
      booker: (name) =>
        `このメールは、${name} の予約にこのアドレスが使用されたためお送りしています。`,
      guest: (name) => `このメールは、${name} の予約に招待されたためお送りしています。`,
      staff: (name) => `このメールは、${name} で働く方にお送りしています。`,
    },
    linkFollows: '参加用のリンクは後ほどメールでお送りします。',
    links: {
      join: '参加する',
      confirm: '予約を確定する',
      manage: '確認・変更・キャンセル',
      view: '予約を見る',
      approve: '承認する',
      decline: '断る',
      open: '管理画面で開く',
      addToCalendar: 'カレンダーに追加',
    },
    messages: {
      emailProofNeeded: {
        subject: (title) => `ご確認ください：${title}`,
        lead: 'リンクを開いて予約を確定してください。数分間、時間を確保します。お心当たりがない場合は、このメールを無視してください。',
      },
      requested: {
        subject: (title) => `お申し込みを受け付けました：${title}`,
        lead: 'お申し込みを受け付けました。回答があり次第、メールでお知らせします。',
      },
      approvalNeeded: {
        subject: (title) => `承認が必要です：${title}`,
        lead: '予約の申し込みが承認を待っています。',
      },
      confirmed: {
        subject: (title) => `予約確定：${title}`,
        lead: 'ご予約が確定しました。',
      },
      newBooking: {
        subject: (title) => `新しい予約：${title}`,
        lead: '新しい予約が入りました。',
      },
      rescheduled: {
        subject: (title) => `日時変更：${title}`,
        lead: 'この予約の日時が変わりました。',
      },
      otherService: {
        subject: (title) => `サービス変更：${title}`,
      },
      reassigned: {
        subject: (title) => `変更：${title}`,
      },
      teamChanged: {
        subject: (title) => `変更：${title}`,
        lead: 'この予約の担当者または部屋が変わりました。日時は同じです。',
      },
      withdrawn: {
        subject: (title) => `担当変更：${title}`,
        lead: 'この予約は別の担当者に引き継がれました。参加の必要はありません。',
      },
      clocksChanged: {
        subject: (title) => `時刻制度の変更：${title}`,
        lead: '予約の場所で時刻制度の法令が改正されました。お約束した現地時刻は変わりません。カレンダーを更新してください。',
      },
      timeConflict: {
        subject: (title) => `日時の変更が必要です：${title}`,
        lead: 'お使いのタイムゾーンで時刻制度の法令が改正されました。時間が埋まっているため、この予約はお約束した現地時刻を維持できません。日時を変更するか、キャンセルしてください。',
      },
      relocated: {
        subject: (title) => `場所の変更：${title}`,
        lead: 'この予約の場所が変わりました。',
      },
      linkReady: {
        subject: (title) => `参加用リンク：${title}`,
        lead: '参加用のリンクをお知らせします。',
      },
      invited: {
        subject: (title) => `ご招待：${title}`,
        lead: 'この予約に招待されました。',
      },
      uninvited: {
        subject: (title) => `キャンセル：${title}`,
        lead: 'この予約への招待は取り消されました。',
      },
      cancelled: {
        subject: (title) => `キャンセル：${title}`,
        lead: 'この予約はキャンセルされました。',
      },
      requestExpired: {
        subject: (title) => `期限切れ：${title}`,
        lead: '期限までに回答がなかったため、この申し込みは無効になりました。この時間は再び空いています。',
      },
      reminder: {
        subject: (title) => `リマインダー：${title}`,
        lead: 'ご予約の日時が近づいています。',
      },
      thankYou: {
        subject: (title) => `ありがとうございました：${title}`,
        lead: 'ご来訪ありがとうございました。またのお越しをお待ちしております。',
      },
      noShow: {
        subject: (title) => `ご来訪がありませんでした：${title}`,
        lead: 'お待ちしておりましたが、お会いできませんでした。いつでも新しい時間を予約できます。',
      },
      waitlistOffered: {
        subject: (title) => `空きが出ました：${title}`,
        lead: '空きが出て、順番が来ました。時間を確保しています。期限までに確定してください。確定されない場合は、次の方にご案内します。',
      },
      waitlistLapsed: {
        subject: (title) => `ご案内の期限切れ：${title}`,
        lead: 'この時間は確定されなかったため、次の方にご案内します。キャンセル待ちの順番は、ご案内3回まで保たれます。',
      },
    },
  },
  stays: {
    locale: 'ja-JP',
    title: (calendarName) => `宿泊：${calendarName}`,
    arrival: '到着',
    departure: '出発',
    from: (hour) => `${hour}から`,
    until: (hour) => `${hour}まで`,
    what: '内容',
    previousDates: '変更前の日程',
    days: (arrival, departure) => `${arrival} – ${departure}`,
    link: '確認・変更・キャンセル',
    length: '泊数',
    nights: nightsIn('ja-JP', { other: '#泊' }),
    bookingMessages: {
      emailProofNeeded: {
        lead: 'リンクを開いて予約を確定してください。数分間、お部屋を確保します。お心当たりがない場合は、このメールを無視してください。',
      },
      rescheduled: {
        subject: (title) => `日程変更：${title}`,
        lead: 'この宿泊の日程が変わりました。',
      },
      invited: { lead: 'この宿泊に招待されています。' },
      uninvited: { lead: 'この宿泊への招待は取り消されました。' },
      requestExpired: {
        lead: '期限内に回答がなかったため、このリクエストは失効しました。宿泊日は再び予約できます。',
      },
    },
    messages: {
      'stay.created': {
        subject: '予約確定',
        lead: 'ご宿泊の予約が確定しました。',
      },
      'stay.updated': {
        subject: '日程変更',
        lead: 'ご宿泊の日程が変わりました。',
      },
      'stay.deleted': {
        subject: 'キャンセル',
        lead: 'ご宿泊はキャンセルされました。',
      },
    },
  },
  payments: {
    amount: '金額',
    due: '未払い',
    payBy: '支払い期限',
    pay: '支払う',
    unpaid: 'お支払いができませんでした。',
    balanceUnpaid: '残りの料金が期日までに支払われませんでした。',
    securityDeposit: {
      label: '保証金',
      title: (service) => `保証金：${service}`,
      link: '保証金を承認する',
      messages: {
        securityDepositNeeded: {
          subject: (title) => `保証金の承認をお願いします：${title}`,
          lead: 'ご到着前に保証金のお手続きをお願いしています。カードで承認してください。金額は確保されるだけで、請求されません。破損などがなければ、ご出発後に解除されます。',
        },
        securityDepositTaken: {
          subject: (title) => `保証金からの請求：${title}`,
          lead: '宿泊施設が保証金からこの金額を請求しました。残りは解除されました。',
        },
      },
    },
    messages: {
      paymentNeeded: {
        subject: (title) => `お支払いのお願い：${title}`,
        lead: 'お支払いが完了すると、ご予約が確定します。それまでお時間を確保しています。',
      },
      paymentFailed: {
        subject: (title) => `お支払いに失敗しました：${title}`,
        lead: 'ご予約は確定していますが、お支払いができませんでした。もう一度お支払いください。',
      },
      refunded: {
        subject: (title) => `返金：${title}`,
        lead: '返金の手続きをしました。届くまでに数日かかることがあります。',
      },
    },
  },
  groups: {
    requested: '以下の予約のリクエストを受け付けました。回答があり次第、メールでお知らせします。',
    approvalNeeded: '以下の予約リクエストが承認を待っています。',
    confirmed: '以下の予約が確定しました。',
    newBooking: '新しい予約が入りました。',
    invited: '以下の予定に招待されています。',
    rescheduled: '以下の予約の日時が変更されました。',
    cancelled: '以下の予約はキャンセルされました。',
  },
  sessions: {
    seats: '席数',
    taken: (count, capacity) => `${capacity}席中${count}席予約済み`,
    messages: {
      cancelled: {
        subject: (title) => `クラスの中止：${title}`,
        lead: 'このクラスは中止になりました。予約した全員にメールが届きます。',
      },
      moved: {
        subject: (title) => `クラスの日時変更：${title}`,
        lead: 'このクラスの日時が変わりました。予約した全員にメールが届きます。',
      },
      joined: {
        subject: (title) => `クラスの担当：${title}`,
        lead: 'このクラスの担当になりました。予約した全員にメールが届きます。',
      },
      left: {
        subject: (title) => `クラスの担当変更：${title}`,
        lead: 'このクラスは別の担当者に変わりました。参加の必要はありません。',
      },
      changed: {
        subject: (title) => `クラスの変更：${title}`,
        lead: 'このクラスの担当者または部屋が変わりました。日時は同じです。',
      },
      emptied: {
        subject: (title) => `クラスの予約なし：${title}`,
        lead: 'このクラスの予約はすべてなくなりました。この時間は再び空いています。',
      },
    },
  },
  waitlist: {
    links: {
      joinList: 'キャンセル待ちに登録する',
      viewList: 'キャンセル待ちの確認・取り消し',
    },
    messages: {
      waitlistUnconfirmed: {
        subject: (title) => `ご確認ください：キャンセル待ち、${title}`,
        lead: '24時間以内にリンクを開いて、キャンセル待ちの登録を完了してください。お心当たりがない場合は、このメールを無視してください。',
      },
      waitlistJoined: {
        subject: (title) => `キャンセル待ち登録：${title}`,
        lead: 'キャンセル待ちに登録しました。空きが出て順番が来ましたら、時間を確保してメールでお知らせします。',
      },
      waitlistEnded: {
        subject: (title) => `キャンセル待ち終了：${title}`,
        lead: 'このキャンセル待ちは終了しました。期間が終わったか、ご案内が3回期限切れになったか、クラスが中止になったか、受付が終了したためです。',
      },
    },
  },
  signIn: {
    subject: (account) => `ご予約の一覧：${account}`,
    lead: (account) =>
      `15分以内にリンクを開くと、${account}でのご予約を確認できます。リンクは一度だけ使えます。お心当たりがない場合は、このメールを無視してください。`,
    link: '予約を見る',
  },
  sms: {
    kinds: {
      requested: 'ご予約リクエストを受け付けました',
      confirmed: 'ご予約が確定しました',
      rescheduled: 'ご予約の日時が変更されました',
      otherService: 'ご予約のサービスが変更されました',
      cancelled: 'ご予約がキャンセルされました',
      requestExpired: 'リクエストは回答のないまま期限切れになりました',
      reminder: 'ご予約のお知らせ',
    },
    manage: '変更・キャンセル',
  },
} satisfies Texts
