export interface ServerTabProps {
  accountId: string
  servername: string
  /** Why nothing of the server can be changed now; null if it can. Disabled buttons show it. */
  changeObstacle: string | null
}
