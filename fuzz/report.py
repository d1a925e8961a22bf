def write_report(plan, examined, findings, totals):
    return plan.state / "fuzz.html"
