export const shownNotificationsSql = `
-- The reasons of the desktop notifications that were shown, so that none is shown twice (ADR 36).
create table told_notification (
  kind text not null,
  -- The name of a domain or server, or the ID of an API key, order or account.
  subject text not null,
  -- Distinguishes two reasons of the same subject, for example two expiry dates of a domain.
  occurrence text not null,
  -- The shortest span in days before the expiry that was shown; 0 for reasons without a date.
  days integer not null,
  told_at integer not null,
  primary key (kind, subject, occurrence)
) strict, without rowid;
create index told_notification_at on told_notification (kind, told_at);
`
